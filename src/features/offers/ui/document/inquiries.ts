import { onDomReady } from '#document/on-dom-ready.ts';

/*
 * Loads the purchase forms and React when the pointer or the focus reaches a button. Presses until
 * then are not lost.
 */

let island: Promise<typeof import('../inquiry-island.tsx')> | undefined;

function loadIsland() {
  island ??= import('../inquiry-island.tsx').then((loaded) => {
    loaded.mountToaster();
    return loaded;
  });
  return island;
}

function setUp(container: HTMLElement, dialog: HTMLDialogElement): void {
  let isMounted = false;
  const mount = () => {
    delete container.dataset.failed;
    loadIsland().then(
      ({ mountInquiry }) => {
        if (!isMounted) mountInquiry(container, dialog);
        isMounted = true;
      },
      // The next press tries again.
      () => {
        island = undefined;
        container.dataset.failed = '';
      },
    );
  };
  const button = document.querySelector(`[commandfor="${dialog.id}"]`);
  for (const kind of ['pointerenter', 'focus', 'click']) button?.addEventListener(kind, mount);
  // The dialog may have been opened before this script loaded.
  if (dialog.open) mount();
}

onDomReady(() => {
  for (const container of document.querySelectorAll<HTMLElement>('[data-inquiry]')) {
    const dialog = container.closest('dialog');
    if (dialog) setUp(container, dialog);
  }
});
