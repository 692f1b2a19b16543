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

function setUp(place: HTMLElement, dialog: HTMLDialogElement): void {
  let isMounted = false;
  const mount = () => {
    delete place.dataset.failed;
    loadIsland().then(
      ({ mountInquiry }) => {
        if (!isMounted) mountInquiry(place, dialog);
        isMounted = true;
      },
      // The next press tries again.
      () => {
        island = undefined;
        place.dataset.failed = '';
      },
    );
  };
  const button = document.querySelector(`[commandfor="${dialog.id}"]`);
  for (const kind of ['pointerenter', 'focus', 'click']) button?.addEventListener(kind, mount);
  // The dialog may have been opened before this script loaded.
  if (dialog.open) mount();
}

onDomReady(() => {
  for (const place of document.querySelectorAll<HTMLElement>('[data-inquiry]')) {
    const dialog = place.closest('dialog');
    if (dialog) setUp(place, dialog);
  }
});
