import { showLocalTimes } from '#document/local-times.ts';
import { onDomReady } from '#document/on-dom-ready.ts';
import { formatCountdown, untilNextSecond } from '#rules/sale.ts';

/* Copies details of a transfer, shows local times, checks files, counts down, goes on to a payment provider, and waits until a payment is confirmed. */

/** How long the button confirms that it has copied, in milliseconds. */
const copiedMs = 2_000;

/** The delay before the page is fetched again, in milliseconds. It grows with each fetch. */
const firstPauseMs = 2_000;
const maxPauseMs = 20_000;

function enableCopying(): void {
  if (!navigator.clipboard) return;
  const spoken = document.querySelector<HTMLElement>('[data-copied]');
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const { copy = '', name = '' } = button.dataset;
    const label = button.querySelector<HTMLElement>('[data-label]');
    button.hidden = false;
    button.addEventListener('click', async () => {
      const isCopied = await navigator.clipboard.writeText(copy).then(
        () => true,
        () => false,
      );
      if (spoken) spoken.textContent = isCopied ? `${name} copied` : `${name} could not be copied`;
      if (!isCopied || !label) return;
      label.textContent = 'Copied';
      setTimeout(() => {
        label.textContent = 'Copy';
      }, copiedMs);
    });
  }
}

/** Reports a file that is too large as soon as it is chosen. */
function checkFiles(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-max-bytes]')) {
    const { maxBytes = '', tooLarge = '' } = input.dataset;
    input.addEventListener('change', () => {
      const isTooLarge = [...(input.files ?? [])].some(({ size }) => size > Number(maxBytes));
      input.setCustomValidity(isTooLarge ? tooLarge : '');
      input.reportValidity();
    });
  }
}

/** Counts down to the end of a hold. */
function countDown(clock: HTMLElement): void {
  const left = Date.parse(clock.dataset.heldUntil ?? '') - Date.now();
  clock.textContent = left > 0 ? `${formatCountdown(left)} left.` : 'Time’s up.';
  if (left > 0) setTimeout(() => countDown(clock), untilNextSecond(left));
}

/** Submits the signed form to the provider. Its button does the same. */
function handOver(): void {
  document.querySelector<HTMLFormElement>('form[data-hand-over]')?.requestSubmit();
}

/** Whether the fetched page still waits. */
async function isStillWaiting(): Promise<boolean> {
  const answer = await fetch(location.href, { cache: 'no-store' });
  if (!answer.ok) return true;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector('[data-unconfirmed]') !== null;
}

function wait(pauseMs = firstPauseMs): void {
  setTimeout(async () => {
    // The page is hidden. It is fetched when it is shown again.
    const isWaiting = document.hidden || (await isStillWaiting().catch(() => true));
    if (isWaiting) wait(Math.min(pauseMs * 1.5, maxPauseMs));
    // Without the provider's parameters.
    else location.replace(location.pathname);
  }, pauseMs);
}

onDomReady(() => {
  enableCopying();
  showLocalTimes();
  checkFiles();
  for (const clock of document.querySelectorAll<HTMLElement>('[data-held-until]')) countDown(clock);
  handOver();
  if (document.querySelector('[data-unconfirmed]')) wait();
});
