import { draftKey } from '#rules/draft-key.ts';
import { expectNoScripts, expectScripts, showAlternatives } from './early-presses.ts';

/** What visitors do with a form first. Password managers may fire only `input`. */
const touches = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click', 'input'];

/** How near the view an island loads its script, as a part of the view. */
const nearView = '50%';

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
 * Loads the script of an island when the visitor first touches it, or scrolls near it. Until then
 * its forms work without scripts. It loads immediately if the visitor was faster than this module,
 * has a draft, or has sent the form without scripts.
 */
export function wakeWhenNeeded(place: HTMLElement): void {
  keepLinkPresses(place);
  const isNeeded =
    'late' in document.documentElement.dataset ||
    'isAnswer' in place.dataset ||
    place.contains(document.activeElement) ||
    place.querySelector('[data-pressed]') !== null ||
    hasDraft(place);
  if (isNeeded) {
    void wake(place);
    return;
  }
  expectNoScripts();
  wakeWhenTouched(place);
  wakeWhenScrolledTo(place);
}

/**
 * A link that changes a form once it is hydrated would load the page without what was typed. Its
 * press waits for the scripts, but not longer than they may take.
 */
function keepLinkPresses(place: HTMLElement): void {
  const { dataset } = document.documentElement;
  place.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const link =
      target instanceof Element ? target.closest<HTMLElement>('a[data-changes-form]') : null;
    if (!link || ctrlKey || metaKey || shiftKey || 'alive' in dataset || 'late' in dataset) return;
    event.preventDefault();
    link.dataset.pressed = '';
  });
}

function wakeWhenTouched(place: HTMLElement): void {
  const stopWaiting = new AbortController();
  const { signal } = stopWaiting;
  const wakeOnce = () => {
    stopWaiting.abort();
    void wake(place);
  };
  for (const kind of touches) place.addEventListener(kind, wakeOnce, { signal, passive: true });
}

/** A page that is not scrolled is at rest, even if it shows the island. */
function wakeWhenScrolledTo(place: HTMLElement): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void wake(place);
    },
    { rootMargin: nearView },
  );
  addEventListener('scroll', () => observer.observe(place), { once: true, passive: true });
}

/** Loads the script. Further calls do nothing: a module runs once. */
async function wake(place: HTMLElement): Promise<void> {
  expectScripts();
  try {
    await import(/* @vite-ignore */ place.dataset.script ?? '');
  } catch {
    showAlternatives();
    // The next touch tries again.
    wakeWhenTouched(place);
  }
}
