import { type ChartOrder, createCandlestickAnimation } from './candlestick-animation.ts';

/* Draws the chart outside the main thread, which stays responsive. */

let show: ((order: ChartOrder) => void) | undefined;

addEventListener('message', ({ data }: MessageEvent<OffscreenCanvas | ChartOrder>) => {
  if (data instanceof OffscreenCanvas) {
    const context = data.getContext('2d');
    if (context) show = createCandlestickAnimation(data, context);
  } else {
    show?.(data);
  }
});
