import { onDomReady } from '#document/on-dom-ready.ts';
import { runChart } from './chart.ts';
import { revealBlocks } from './reveal.ts';

/*
 * The scripts of the home page. They share a file with those of every page, because a request costs
 * more than their code (vite.config.ts). The carousel's is larger, so it is loaded when the visitor
 * scrolls near it.
 */

/** How close the carousel must be before its script is loaded, relative to the window's height. */
const nearness = '50%';

/** Loads a carousel when it is near. Then does the last press on its buttons that came before. */
function loadWhenNear(root: HTMLElement): void {
  let pressed = null as HTMLElement | null;
  const keepPress = ({ target }: Event) => {
    pressed = target instanceof Element ? target.closest('button') : null;
  };
  root.addEventListener('click', keepPress);

  async function start(): Promise<void> {
    const loaded = await import('./carousel.ts').catch(() => null);
    root.removeEventListener('click', keepPress);
    if (loaded) {
      loaded.moveSlides(root);
      pressed?.click();
    } else {
      // The slides scroll natively, but the buttons would do nothing.
      root.querySelector('[data-carousel-controls]')?.setAttribute('hidden', '');
    }
  }

  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      void start();
    },
    { rootMargin: nearness },
  );
  observer.observe(root);
}

onDomReady(() => {
  // Some of its sections are also on other pages, where they do not move.
  if (!document.querySelector('[data-chart]')) return;
  // After the first paint, so that the chart does not delay it.
  requestAnimationFrame(() => setTimeout(runChart));
  revealBlocks();
  document.querySelectorAll<HTMLElement>('[data-carousel]').forEach(loadWhenNear);
});
