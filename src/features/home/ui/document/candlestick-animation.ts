import { type Candle, candleCount, nextCandle } from '#features/home/rules/candles.ts';

/** The interval between new candles, in milliseconds. */
const candleInterval = 50;

/** The time constant of a candle's movement to its new shape, in milliseconds. */
const settlingTime = 620;

/** At most 30 frames per second, to save battery: the movements are slow. */
const frameInterval = 1000 / 30;

/** How much earlier than planned a display may draw a frame, in milliseconds. */
const frameTolerance = 4;

/** The minimum window width for the desktop layout of the candles, in pixels. */
const desktopBreakpoint = 768;

/** The minimum width at which the text is left of the chart instead of on top of it, in pixels. */
const wideBreakpoint = 1024;

/**
 * Returns the opacity of a candle, from 0 to 1. `position` is its horizontal position from 0 (left) to
 * 1 (right), and `width` the width of the chart in pixels. Behind text it stays faint:
 * tests/e2e/hero.spec.ts measures the contrast.
 */
export function opacityAt(position: number, width: number): number {
  if (width < wideBreakpoint) return 0.22;
  if (position < 0.5) return 0.21 + 0.08 * position;
  return Math.min(0.25 + (position - 0.5) / 1.2, 0.5);
}

/** The share of the height, from the top, over which the chart fades in. */
const fadingShare = 0.25;

/** How the chart is shown from now on. */
export interface ChartOrder {
  /** The size of the canvas in CSS pixels, and the device pixel ratio. */
  width: number;
  height: number;
  density: number;
  color: string;
  isMoving: boolean;
  /** Draws a complete chart that does not move, for reduced motion. */
  isStill: boolean;
}

interface MovingCandle {
  shown: Candle;
  target: Candle;
  /** From 0 when the candle is new to 1 when it is fully visible. */
  presence: number;
}

const flat = (price: number): Candle => ({ open: price, close: price, high: price, low: price });

/**
 * Creates an endless candlestick chart. When the window is full, each new candle replaces the
 * oldest one, which animates to the new shape. So the chart changes slowly instead of scrolling.
 */
export function createCandlestickAnimation(
  canvas: HTMLCanvasElement | OffscreenCanvas,
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
) {
  const candles: MovingCandle[] = [];
  let newest = -1;
  let width = 0;
  let height = 0;
  let frame = 0;
  let lastFrameAt = 0;
  let sinceCandle = 0;
  let color = '';

  function addCandle(): void {
    const previousClose = candles[newest]?.target.close ?? 0.42;
    const target = nextCandle(previousClose, Math.random);
    newest = (newest + 1) % candleCount(width);
    const candle = candles[newest];
    if (candle) candle.target = target;
    else candles[newest] = { shown: flat(target.open), target, presence: 0 };
  }

  function settle(share: number): void {
    for (const candle of candles) {
      const { shown, target } = candle;
      for (const price of ['open', 'close', 'high', 'low'] as const)
        shown[price] += (target[price] - shown[price]) * share;
      candle.presence += (1 - candle.presence) * share;
    }
  }

  function draw(): void {
    const pitch = width / candleCount(width);
    const bodyWidth = Math.round(pitch * (width >= desktopBreakpoint ? 0.36 : 0.3));
    context.clearRect(0, 0, width, height);
    context.fillStyle = color;
    context.strokeStyle = color;
    context.lineWidth = 1;
    for (const [index, { shown, presence }] of candles.entries()) {
      const centre = Math.round((index + 0.5) * pitch) + 0.5;
      const y = (price: number) => (1 - price) * height;
      const top = y(Math.max(shown.open, shown.close));
      const bodyHeight = Math.max(2, y(Math.min(shown.open, shown.close)) - top);
      const left = centre - bodyWidth / 2;
      context.globalAlpha = presence * opacityAt(centre / width, width);
      context.beginPath();
      context.moveTo(centre, y(shown.high));
      context.lineTo(centre, top);
      context.moveTo(centre, top + bodyHeight);
      context.lineTo(centre, y(shown.low));
      context.stroke();
      // Rising candles are solid, falling ones hollow, as on a printed chart.
      if (shown.close >= shown.open) context.fillRect(left, top, bodyWidth, bodyHeight);
      else context.strokeRect(left + 0.5, top + 0.5, bodyWidth - 1, bodyHeight - 1);
    }
    fadeTop();
  }

  /**
   * Drawn on the canvas, because the browser would have to composite a CSS mask again for every
   * frame.
   */
  function fadeTop(): void {
    const bottom = height * fadingShare;
    const taken = context.createLinearGradient(0, 0, 0, bottom);
    taken.addColorStop(0, '#000');
    taken.addColorStop(1, '#0000');
    context.globalAlpha = 1;
    context.globalCompositeOperation = 'destination-out';
    context.fillStyle = taken;
    context.fillRect(0, 0, width, bottom);
    context.globalCompositeOperation = 'source-over';
  }

  function tick(now: number): void {
    frame = requestAnimationFrame(tick);
    if (now - lastFrameAt < frameInterval - frameTolerance) return;
    // After a pause the chart continues where it was, without catching up.
    const elapsed = Math.min(now - lastFrameAt, candleInterval);
    lastFrameAt = now;
    sinceCandle += elapsed;
    if (sinceCandle >= candleInterval) {
      sinceCandle -= candleInterval;
      addCandle();
    }
    settle(1 - Math.exp(-elapsed / settlingTime));
    draw();
  }

  return function show(order: ChartOrder): void {
    color = order.color;
    if (order.width !== width || order.height !== height) {
      ({ width, height } = order);
      canvas.width = Math.round(width * order.density);
      canvas.height = Math.round(height * order.density);
      context.setTransform(order.density, 0, 0, order.density, 0, 0);
      candles.length = Math.min(candles.length, candleCount(width));
      newest = Math.min(newest, candles.length - 1);
    }
    if (order.isStill) {
      while (candles.length < candleCount(width)) addCandle();
      settle(1);
    }
    draw();
    cancelAnimationFrame(frame);
    if (order.isMoving) {
      lastFrameAt = performance.now();
      frame = requestAnimationFrame(tick);
    }
  };
}
