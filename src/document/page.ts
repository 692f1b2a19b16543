import { countVisit } from './count-visit.ts';
import { doEarlyPresses } from './early-presses.ts';
import { onDomReady } from './on-dom-ready.ts';
import { addSpeculationRules } from './speculation-rules.ts';
import { wakeWhenNeeded } from './wake-island.ts';

/* Runs on every page. */

countVisit();
addSpeculationRules();

onDomReady(async () => {
  // Removes the skeleton once its content has arrived. Until then CSS hides it.
  document.querySelector('[data-waiting]:not(:last-child)')?.remove();
  // On other pages, React does the rest.
  if (!('document' in document.body.dataset)) return;
  const island = document.querySelector<HTMLElement>('[data-island]');
  if (island) return wakeWhenNeeded(island);
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]');
  const loaded = await Promise.allSettled(
    [...scripts].map(({ src }) => import(/* @vite-ignore */ src)),
  );
  // Otherwise some controls would do nothing: the page shows what works without scripts.
  if (loaded.every(({ status }) => status === 'fulfilled')) doEarlyPresses();
});

const stopWaiting = new AbortController();

/**
 * Loads the tooltips when a mouse or the keyboard first reaches a control. Touch has no tooltips.
 */
async function loadTooltips(event: Event): Promise<void> {
  const { target } = event;
  const isPointed = event instanceof PointerEvent;
  if (!(target instanceof Element && target.closest('button, a'))) return;
  if (isPointed && event.pointerType === 'touch') return;
  stopWaiting.abort();
  const { watchControls } = await import('./tooltips.ts');
  watchControls(target, isPointed);
}

if ('showPopover' in HTMLElement.prototype) {
  for (const kind of ['pointerover', 'focusin']) {
    document.addEventListener(kind, loadTooltips, { signal: stopWaiting.signal });
  }
}
