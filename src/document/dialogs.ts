/** Opens and closes dialogs in browsers without invoker commands, and measures the scrollbar. */
export function watchDialogs(): void {
  const root = document.documentElement;
  const knowsCommands = 'commandForElement' in HTMLButtonElement.prototype;

  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[commandfor]') : null;
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    // A classic scrollbar is measured before it disappears (styles/modal.css).
    const scrollbarWidth = window.innerWidth - root.clientWidth;
    if (!dialog.open) root.style.setProperty('--scrollbar-width', `${scrollbarWidth}px`);
    if (knowsCommands) return;
    if (button?.getAttribute('command') === 'close') dialog.close();
    else if (!dialog.open) dialog.showModal();
  });
  // Safari does not support `closedby` yet. A press on the backdrop targets the dialog itself.
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof HTMLDialogElement && target.getAttribute('closedby') === 'any') {
      target.close();
    }
  });
  // The back/forward cache may restore the page: close the drawer whose link the visitor followed.
  addEventListener('pagehide', () => {
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
      if (dialog.querySelector('nav')) dialog.close();
    }
  });
}
