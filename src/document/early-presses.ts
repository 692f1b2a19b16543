/*
 * Buttons do nothing before their script or React has loaded. Presses until then are recorded and
 * replayed. Links and forms need no help, because the browser handles them.
 */

/** The key in the root's `dataset` that is set once the scripts are ready. */
const alive = 'alive';

/** The key in the root's `dataset` that is set once `wake-island.ts` loads the scripts of a form. */
const resting = 'resting';

/**
 * How long script files may take. Then the page shows what works without them (the `plain:` variant),
 * until they arrive after all. In milliseconds.
 */
const scriptTimeoutMs = 5_000;

/**
 * Records early presses on buttons in the main content. Buttons in the header need no late scripts.
 */
export function keepEarlyPresses(): void {
  const { dataset } = document.documentElement;
  const findButton = ({ target }: Event) =>
    target instanceof Element
      ? target.closest<HTMLElement>('main button[type="button"]:not([commandfor])')
      : null;
  // Runs in the capture phase: React stops the propagation of clicks while it hydrates.
  const keep = (event: Event) => {
    const button = findButton(event);
    if (button && !(alive in dataset)) button.dataset.pressed = '';
  };
  // If the press triggered hydration, React has handled it: do not replay it.
  const drop = (event: Event) => {
    if (alive in dataset) delete findButton(event)?.dataset.pressed;
  };
  addEventListener('click', keep, true);
  document.addEventListener('click', drop);
  setTimeout(() => {
    if (!(alive in dataset || resting in dataset)) dataset.late = '';
  }, scriptTimeoutMs);
}

/** The page needs no scripts yet, so that none are late until `expectScripts`. */
export function expectNoScripts(): void {
  document.documentElement.dataset[resting] = '';
}

/** Shows what works without scripts if they do not arrive in time. */
export function expectScripts(): void {
  setTimeout(() => {
    if (!(alive in document.documentElement.dataset)) showAlternatives();
  }, scriptTimeoutMs);
}

/** Shows what works without scripts, until they arrive after all. Follows a link that was pressed. */
export function showAlternatives(): void {
  document.documentElement.dataset.late = '';
  document.querySelector<HTMLElement>('a[data-pressed]')?.click();
}

/** Replays each recorded press once. Returns a function that cancels this. */
export function doEarlyPresses(): () => void {
  const { dataset } = document.documentElement;
  dataset[alive] = '';
  delete dataset.late;
  const timer = setTimeout(() => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-pressed]')) {
      delete button.dataset.pressed;
      button.click();
    }
  });
  return () => clearTimeout(timer);
}
