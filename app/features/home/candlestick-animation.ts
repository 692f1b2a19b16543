import { type Candle, candleCount, nextCandle } from '#domain/candles.ts';

/** A new candle this often, in milliseconds. */
const candleInterval = 50;

/** How slowly a candle moves to its new shape: the time constant, in milliseconds. */
const settlingTime = 620;

/** No more than 30 frames a second: slow movements need no more, and telephones have other things to do. */
const frameInterval = 1000 / 30;

/** A display may draw a frame this much early, in milliseconds. */
const frameTolerance = 4;

/** From this window width on, candles are drawn for a desktop, in pixels. */
const desktopBreakpoint = 768;

/** A candle on its way from the shape it shows to the one it was given. */
interface MovingCandle {
  shown: Candle;
  target: Candle;
  /** 0 when it has just come, 1 when it stands. */
  presence: number;
}

const flat = (price: number): Candle => ({ open: price, close: price, high: price, low: price });

/**
 * A candlestick chart that never ends. A new candle comes every 50 ms, left to
 * right; when the window is full it takes the place of the oldest one, which
 * glides into the new shape. So the chart breathes instead of racing by.
 */
export class CandlestickAnimation {
  readonly #context: CanvasRenderingContext2D;
  readonly #canvas: HTMLCanvasElement;
  readonly #random: () => number;
  #candles: MovingCandle[] = [];
  #newest = -1;
  #width = 0;
  #height = 0;
  #frame = 0;
  #lastFrameAt = 0;
  #sinceCandle = 0;

  /** @param random a source of numbers from 0 up to 1 */
  constructor(
    canvas: HTMLCanvasElement,
    context: CanvasRenderingContext2D,
    random: () => number = Math.random,
  ) {
    this.#canvas = canvas;
    this.#context = context;
    this.#random = random;
  }

  /** Fits the drawing to the canvas's box, given in CSS pixels, at the screen's own density. */
  resize(width: number, height: number, density: number): void {
    this.#width = width;
    this.#height = height;
    this.#canvas.width = Math.round(width * density);
    this.#canvas.height = Math.round(height * density);
    this.#context.setTransform(density, 0, 0, density, 0, 0);
    const count = candleCount(width);
    if (this.#candles.length > count) this.#candles.length = count;
    this.#newest = Math.min(this.#newest, this.#candles.length - 1);
    this.#draw();
  }

  /** Shows a whole chart that stands still. */
  fill(): void {
    while (this.#candles.length < candleCount(this.#width)) this.#addCandle();
    for (const candle of this.#candles) {
      candle.shown = candle.target;
      candle.presence = 1;
    }
    this.#draw();
  }

  start(): void {
    if (this.#frame) return;
    this.#lastFrameAt = performance.now();
    this.#frame = requestAnimationFrame(this.#tick);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #tick = (now: number): void => {
    this.#frame = requestAnimationFrame(this.#tick);
    if (now - this.#lastFrameAt < frameInterval - frameTolerance) return;
    // After a pause the chart goes on where it was, without catching up.
    const elapsed = Math.min(now - this.#lastFrameAt, candleInterval);
    this.#lastFrameAt = now;
    this.#sinceCandle += elapsed;
    if (this.#sinceCandle >= candleInterval) {
      this.#sinceCandle -= candleInterval;
      this.#addCandle();
    }
    this.#settle(1 - Math.exp(-elapsed / settlingTime));
    this.#draw();
  };

  #addCandle(): void {
    const count = candleCount(this.#width);
    const previousClose = this.#candles[this.#newest]?.target.close ?? 0.42;
    const target = nextCandle(previousClose, this.#random);
    this.#newest = (this.#newest + 1) % count;
    const candle = this.#candles[this.#newest];
    if (candle) candle.target = target;
    else this.#candles[this.#newest] = { shown: flat(target.open), target, presence: 0 };
  }

  #settle(share: number): void {
    for (const candle of this.#candles) {
      const { shown, target } = candle;
      shown.open += (target.open - shown.open) * share;
      shown.close += (target.close - shown.close) * share;
      shown.high += (target.high - shown.high) * share;
      shown.low += (target.low - shown.low) * share;
      candle.presence += (1 - candle.presence) * share;
    }
  }

  #draw(): void {
    const context = this.#context;
    const pitch = this.#width / candleCount(this.#width);
    const bodyWidth = Math.round(pitch * (this.#width >= desktopBreakpoint ? 0.36 : 0.3));
    const color = getComputedStyle(this.#canvas).color;
    context.clearRect(0, 0, this.#width, this.#height);
    context.fillStyle = color;
    context.strokeStyle = color;
    context.lineWidth = 1;
    for (const [index, { shown, presence }] of this.#candles.entries()) {
      const centre = Math.round((index + 0.5) * pitch) + 0.5;
      const y = (price: number) => (1 - price) * this.#height;
      const top = y(Math.max(shown.open, shown.close));
      const bodyHeight = Math.max(2, y(Math.min(shown.open, shown.close)) - top);
      const left = centre - bodyWidth / 2;
      context.globalAlpha = presence;
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
  }
}
