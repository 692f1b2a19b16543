import { draftKey } from '#rules/draft-key.ts';
import { expectNoScripts, expectScripts, showAlternatives } from './early-presses.ts';

/** What visitors do with a form first. Password managers may fire only `input`. */
const touches = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click', 'input'];

/** Whether the island has a form with a draft to restore. */
function hasDraft(place: HTMLElement): boolean {
  try {
    return [...place.querySelectorAll('form')].some(({ id }) => localStorage.getItem(draftKey(id)));
  } catch {
    // Storage is blocked.
    return false;
  }
}

/**
 * Loads the script of an island when the visitor first touches it. Until then its forms work without
 * scripts. It loads immediately if the visitor was faster than this module, or has a draft.
 */
export function wakeWhenTouched(place: HTMLElement): void {
  const isTouched =
    'late' in document.documentElement.dataset ||
    place.contains(document.activeElement) ||
    place.querySelector('[data-pressed]') !== null;
  if (isTouched || hasDraft(place)) {
    void wake(place);
  } else {
    expectNoScripts();
    waitForTouch(place);
  }
}

function waitForTouch(place: HTMLElement): void {
  const stopWaiting = new AbortController();
  for (const kind of touches) {
    place.addEventListener(
      kind,
      () => {
        stopWaiting.abort();
        void wake(place);
      },
      { signal: stopWaiting.signal, passive: true },
    );
  }
}

async function wake(place: HTMLElement): Promise<void> {
  expectScripts();
  try {
    await import(/* @vite-ignore */ place.dataset.script ?? '');
  } catch {
    showAlternatives();
    // The next touch tries again.
    waitForTouch(place);
  }
}
