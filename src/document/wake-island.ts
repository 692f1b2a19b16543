import { draftKey } from '#rules/draft-key.ts';
import { expectNoScripts, expectScripts, showAlternatives } from './early-presses.ts';

/** What visitors do with a form first. Password managers may fire only `input`. */
const touches = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'click', 'input'];

/** How near the view an island loads its script, as a part of the view. */
const nearView = '50%';

/** Whether the island has a form with a draft to restore. */
function hasDraft(root: HTMLElement): boolean {
  try {
    return [...root.querySelectorAll('form')].some(({ id }) => localStorage.getItem(draftKey(id)));
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
export function wakeWhenNeeded(root: HTMLElement): void {
  keepLinkPresses(root);
  const isNeeded =
    'late' in document.documentElement.dataset ||
    'isAnswer' in root.dataset ||
    root.contains(document.activeElement) ||
    root.querySelector('[data-pressed]') !== null ||
    hasDraft(root);
  if (isNeeded) {
    void wake(root);
    return;
  }
  expectNoScripts();
  wakeWhenTouched(root);
  wakeWhenScrolledTo(root);
}

/**
 * A link that changes a form once it is hydrated would load the page without what was typed. Its
 * press waits for the scripts, but not longer than they may take.
 */
function keepLinkPresses(root: HTMLElement): void {
  const { dataset } = document.documentElement;
  root.addEventListener('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const link =
      target instanceof Element ? target.closest<HTMLElement>('a[data-changes-form]') : null;
    if (!link || ctrlKey || metaKey || shiftKey || 'alive' in dataset || 'late' in dataset) return;
    event.preventDefault();
    link.dataset.pressed = '';
  });
}

function wakeWhenTouched(root: HTMLElement): void {
  const stopWaiting = new AbortController();
  const { signal } = stopWaiting;
  const wakeOnce = () => {
    stopWaiting.abort();
    void wake(root);
  };
  for (const kind of touches) root.addEventListener(kind, wakeOnce, { signal, passive: true });
}

/** A page that is not scrolled is at rest, even if it shows the island. */
function wakeWhenScrolledTo(root: HTMLElement): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void wake(root);
    },
    { rootMargin: nearView },
  );
  addEventListener('scroll', () => observer.observe(root), { once: true, passive: true });
}

/** Loads the script. Further calls do nothing: a module runs once. */
async function wake(root: HTMLElement): Promise<void> {
  expectScripts();
  try {
    await import(/* @vite-ignore */ root.dataset.script ?? '');
  } catch {
    showAlternatives();
    // The next touch tries again.
    wakeWhenTouched(root);
  }
}
