import type { ChartOrder } from './candlestick-animation.ts';
import { whileVisible } from './while-visible.ts';

/** A higher pixel ratio makes no visible difference here and takes longer to draw. */
const sharpestDensity = 2;

type Show = (order: ChartOrder) => void;

/**
 * Returns a function that draws on the canvas: in a worker or, if the browser does not support
 * that, on this thread.
 */
async function openCanvas(canvas: HTMLCanvasElement): Promise<Show | undefined> {
  if ('transferControlToOffscreen' in canvas && 'Worker' in window) {
    const worker = new Worker(new URL('./chart-worker.ts', import.meta.url), { type: 'module' });
    const offscreen = canvas.transferControlToOffscreen();
    worker.postMessage(offscreen, [offscreen]);
    return (order) => worker.postMessage(order);
  }
  const { createCandlestickAnimation } = await import('./candlestick-animation.ts');
  const context = canvas.getContext('2d');
  return context ? createCandlestickAnimation(canvas, context) : undefined;
}

async function run(canvas: HTMLCanvasElement, pause: HTMLElement): Promise<void> {
  const show = await openCanvas(canvas);
  if (!show) return;
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  let isVisible = false;
  let isPaused = false;

  const update = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0) return;
    show({
      width,
      height,
      color: getComputedStyle(canvas).color,
      density: Math.min(devicePixelRatio, sharpestDensity),
      isMoving: isVisible && !isPaused && !reducedMotion.matches,
      isStill: reducedMotion.matches,
    });
  };
  whileVisible(canvas, (value) => {
    isVisible = value;
    update();
  });
  new ResizeObserver(update).observe(canvas);
  reducedMotion.addEventListener('change', update);
  // Each theme has its own shade of gold.
  new MutationObserver(update).observe(document.documentElement, { attributeFilter: ['class'] });
  pause.addEventListener('click', () => {
    isPaused = !isPaused;
    pause.dataset.paused = String(isPaused);
    pause.ariaLabel = isPaused ? 'Play the chart animation' : 'Pause the chart animation';
    update();
  });
}

/**
 * Draws the chart behind the hero. It moves while it is visible, unless it is paused or reduced
 * motion is on.
 */
export function runChart(): void {
  const canvas = document.querySelector<HTMLCanvasElement>('canvas[data-chart]');
  const pause = document.querySelector<HTMLElement>('[data-chart-pause]');
  if (canvas && pause) void run(canvas, pause);
}
