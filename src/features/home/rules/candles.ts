/** One candlestick. Prices are between 0 and 1. */
export interface Candle {
  open: number;
  close: number;
  high: number;
  low: number;
}

const maximumCandles = 20;

/** The minimum width of a candle, in pixels. */
const candlePitch = 40;

/** Returns how many candles a window of this width (in pixels) shows: one to twenty. */
export function candleCount(windowWidth: number): number {
  return Math.max(1, Math.min(maximumCandles, Math.floor(windowWidth / candlePitch)));
}

const clamp = (value: number) => Math.min(0.96, Math.max(0.04, value));

/**
 * Returns the candle after a closing price (0 to 1): a random walk that is pulled towards the
 * middle. `random` returns 0 to 1, without 1.
 */
export function nextCandle(previousClose: number, random: () => number): Candle {
  const pull = (0.5 - previousClose) * 0.16;
  const open = clamp(previousClose);
  const close = clamp(previousClose + pull + (random() - 0.5) * 0.34);
  const high = clamp(Math.max(open, close) + random() * 0.12);
  const low = clamp(Math.min(open, close) - random() * 0.12);
  return { open, close, high, low };
}
