/*
 * A press on a plain button does nothing until its script listens, or React. It is kept until then, and
 * done. Links and forms need no help: the browser follows and sends them.
 */

/** What the root's `dataset` has once they listen. */
const alive = 'alive';

/** Keeps presses on the buttons of the page itself. Those of the header need nothing that comes late. */
export function keepEarlyPresses(): void {
  const { dataset } = document.documentElement;
  const findButton = ({ target }: Event) =>
    target instanceof Element
      ? target.closest<HTMLElement>('main button[type="button"]:not([commandfor])')
      : null;
  // Runs before React, which stops the propagation of presses while it hydrates.
  const keep = (event: Event) => {
    const button = findButton(event);
    if (button && !(alive in dataset)) button.dataset.pressed = '';
  };
  // A press can bring the page to life: then React does it, too.
  const drop = (event: Event) => {
    if (alive in dataset) delete findButton(event)?.dataset.pressed;
  };
  addEventListener('click', keep, true);
  document.addEventListener('click', drop);
}

/** Does what was pressed before, each press once. Returns what stops it. */
export function doEarlyPresses(): () => void {
  document.documentElement.dataset[alive] = '';
  const timer = setTimeout(() => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-pressed]')) {
      delete button.dataset.pressed;
      button.click();
    }
  });
  return () => clearTimeout(timer);
}
