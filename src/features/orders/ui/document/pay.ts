import { whenRead } from '#document/when-read.ts';
import { formatCountdown, untilNextSecond } from '#features/offers/rules/index.ts';

/* Copies details of a transfer, checks files, counts down, goes on to a payment provider, and waits until a payment is confirmed. */

/** The button says for so long that it has copied, in milliseconds. */
const copiedMs = 2_000;

/** The page is asked for again after so long, and later less and less often, in milliseconds. */
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

/** Says that a file is too large as soon as it is chosen. */
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

/** Counts down to when a held session is free for others again. */
function countDown(clock: HTMLElement): void {
  const left = Date.parse(clock.dataset.heldUntil ?? '') - Date.now();
  clock.textContent = left > 0 ? `${formatCountdown(left)} left.` : 'This time is over.';
  if (left > 0) setTimeout(() => countDown(clock), untilNextSecond(left));
}

/** The form is signed, and leads to a provider. Its button does the same. */
function handOver(): void {
  document.querySelector<HTMLFormElement>('form[data-hand-over]')?.requestSubmit();
}

/** Whether the page, asked for again, still waits. */
async function isStillWaiting(): Promise<boolean> {
  const answer = await fetch(location.href, { cache: 'no-store' });
  if (!answer.ok) return true;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector('[data-unconfirmed]') !== null;
}

function wait(pauseMs = firstPauseMs): void {
  setTimeout(async () => {
    // Nobody looks: the next look asks.
    const isWaiting = document.hidden || (await isStillWaiting().catch(() => true));
    if (isWaiting) wait(Math.min(pauseMs * 1.5, maxPauseMs));
    // Without what the provider has added.
    else location.replace(location.pathname);
  }, pauseMs);
}

whenRead(() => {
  enableCopying();
  checkFiles();
  for (const clock of document.querySelectorAll<HTMLElement>('[data-held-until]')) countDown(clock);
  handOver();
  if (document.querySelector('[data-unconfirmed]')) wait();
});
