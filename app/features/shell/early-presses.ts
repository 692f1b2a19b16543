import { useLayoutEffect } from 'react';

/*
 * Before the scripts of a page have come, a press does what the browser can do by itself: follow a
 * link, send a form, open a dialog by its command. A press on any other button is kept, and done
 * once the page is alive.
 */

/** A button with this attribute is served by a script of its own that stands in the document. */
export const ownScript = { 'data-own-script': '' };

/** What the document's `dataset` has from when presses reach React. */
export const alive = 'alive';

/** Keeps presses, and does commands where the browser knows none. */
export function watchPresses(): void {
  const root = document.documentElement;
  const knowsCommands = 'commandForElement' in HTMLButtonElement.prototype;
  const findButton = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>('button[type="button"]') : null;

  // Before React, which lets nobody hear of a press that comes while it begins and cannot do it yet.
  const keep = (event: Event) => {
    const button = findButton(event);
    if (button && !(alive in root.dataset || 'ownScript' in button.dataset)) {
      button.dataset.pressed = '';
    }
  };
  // A press can bring the page to life: then React does it, too.
  const drop = (event: Event) => {
    const button = findButton(event);
    if (button && alive in root.dataset) delete button.dataset.pressed;
  };
  // After React, which does what it can do already.
  const doCommand = (event: Event) => {
    const button = findButton(event);
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
    if (!button || !(dialog instanceof HTMLDialogElement)) return;
    delete button.dataset.pressed;
    // A classic scrollbar is measured before it goes (styles/modal.css).
    const scrollbarWidth = window.innerWidth - root.clientWidth;
    if (!dialog.open) root.style.setProperty('--scrollbar-width', `${scrollbarWidth}px`);
    if (knowsCommands) return;
    if (button.getAttribute('command') === 'close') dialog.close();
    else if (!dialog.open) dialog.showModal();
  };
  window.addEventListener('click', keep, true);
  document.addEventListener('click', drop);
  window.addEventListener('click', doCommand);
}

/** Does what was pressed before the page came alive, each press once. */
export function useEarlyPresses(): void {
  useLayoutEffect(() => {
    // At once: from here on presses reach React.
    document.documentElement.dataset[alive] = '';
    const timer = setTimeout(() => {
      for (const button of document.querySelectorAll<HTMLElement>('[data-pressed]')) {
        delete button.dataset.pressed;
        button.click();
      }
    });
    return () => clearTimeout(timer);
  }, []);
}
