/** One candlestick; every price lies between 0 and 1. */
export interface Candle {
  open: number;
  close: number;
  high: number;
  low: number;
}

const maximumCandles = 20;

/** One candle needs at least this much of the window's width, in pixels. */
const candlePitch = 40;

/** How many candles a window of this width shows, in pixels: one to twenty. */
export function candleCount(windowWidth: number): number {
  return Math.max(1, Math.min(maximumCandles, Math.floor(windowWidth / candlePitch)));
}

const clamp = (value: number) => Math.min(0.96, Math.max(0.04, value));

/** Returns the candle after a closing price (0 to 1): a walk that is drawn back to the middle. `random` gives 0 up to 1. */
export function nextCandle(previousClose: number, random: () => number): Candle {
  const pull = (0.5 - previousClose) * 0.16;
  const open = clamp(previousClose);
  const close = clamp(previousClose + pull + (random() - 0.5) * 0.34);
  const high = clamp(Math.max(open, close) + random() * 0.12);
  const low = clamp(Math.min(open, close) - random() * 0.12);
  return { open, close, high, low };
}
