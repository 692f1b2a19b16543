import {
  type Candlestick,
  candlesticks,
  dial,
  type Inks,
  letters,
  print,
  round,
  ruler,
  type Sheet,
  sheets,
  stroke,
} from '../draw/drawing.ts';

export const width = 1600;
export const height = 900;

/** Numbers from 0 up to 1, the same for the same seed. */
const noise = (seed: number, draw: number) =>
  Math.abs(Math.sin(seed * 12.9898 + draw * 78.233) * 43758.5453) % 1;

/** Candlesticks that wander through a frame and promise no direction. */
export function wander(
  seed: number,
  count: number,
  frame: Record<'left' | 'right' | 'top' | 'bottom', number>,
): Candlestick[] {
  const middle = (frame.top + frame.bottom) / 2;
  const reach = (frame.bottom - frame.top) / 2;
  const price = (moment: number) =>
    middle +
    reach *
      (0.5 * Math.sin(moment * 0.31 + seed) +
        0.22 * Math.sin(moment * 0.83 + seed * 2) +
        0.12 * (noise(seed, moment) - 0.5));
  return Array.from({ length: count }, (_, index) => {
    const [open, close] = [price(index), price(index + 1)];
    const high = Math.min(open, close) - reach * 0.1 * noise(seed, index + 100);
    const low = Math.max(open, close) + reach * 0.1 * noise(seed, index + 200);
    return {
      x: frame.left + (index * (frame.right - frame.left)) / (count - 1),
      ...{ open, close, high, low },
    };
  });
}

/** Where a candle of a chart closed, in whole units. */
export function meetingPoint(series: Candlestick[], index: number): [x: number, y: number] {
  const candle = series[index];
  if (!candle) throw new RangeError(`There is no candle ${index}`);
  return [Math.round(candle.x), Math.round(candle.close)];
}

const chart = { left: 140, right: 1460, top: 140, bottom: 760 };
const series = (seed: number, inks: Inks, count = 34) =>
  candlesticks(wander(seed, count, chart), { width: 22, weight: 3, inks });
const level = (y: number, inks: Inks) => stroke(`M80 ${y}H1520`, inks.line, 2.5);
const moment = (x: number, inks: Inks) => stroke(`M${x} 80V820`, inks.hairlineStrong, 2.5);
const label = (text: string, x: number, y: number, inks: Inks, size = 40) =>
  letters(text, { face: 'display', size, x, y, color: inks.ink });

type Drawer = (inks: Inks) => string;

const drawers: Record<string, { sheet: Sheet; draw: Drawer }> = {
  crossing: {
    sheet: 'dark',
    draw: (inks) => {
      const [x, y] = meetingPoint(wander(2.1, 34, chart), 23);
      return (
        level(y, inks) +
        moment(x, inks) +
        series(2.1, inks) +
        dial({ x, y, radius: 150 }, { weight: 6, inks })
      );
    },
  },
  levels: {
    sheet: 'light',
    draw: (inks) => [240, 450, 655].map((y) => level(y, inks)).join('') + series(4.4, inks),
  },
  sessions: {
    sheet: 'wash',
    draw: (inks) =>
      ['Asia', 'London', 'New York']
        .map((name, index) => {
          const x = 80 + index * 480;
          const band = `<path d="M${x} 80h480v740h-480z" fill="${inks.hairline}" opacity="${index % 2 ? 0.75 : 0.25}"/>`;
          return band + label(name, x + 36, 150, inks);
        })
        .join('') + series(6.2, inks),
  },
  journal: {
    sheet: 'light',
    draw: (inks) =>
      ['Date and hour', 'The level, and why', 'The window, and why', 'What I did', 'Again?']
        .map((line, index) => {
          const y = 250 + index * 130;
          return (
            label(line, 180, y - 24, inks, 48) + stroke(`M180 ${y}H1420`, inks.hairlineStrong, 2)
          );
        })
        .join('') + stroke('M140 110V820', inks.line, 4),
  },
  frames: {
    sheet: 'dark',
    draw: (inks) => {
      const small = candlesticks(wander(9, 30, { left: 780, right: 1420, top: 420, bottom: 740 }), {
        width: 11,
        weight: 2,
        inks,
      });
      const large = candlesticks(wander(3, 9, { left: 180, right: 1300, top: 120, bottom: 700 }), {
        width: 70,
        weight: 4,
        inks,
      });
      const window = `<path d="M720 380h760v420h-760z" fill="${inks.ground[1]}" stroke="${inks.line}" stroke-width="3"/>`;
      return `<g opacity=".55">${large}</g>${window}${small}`;
    },
  },
  testing: {
    sheet: 'gold',
    draw: (inks) =>
      series(7.7, inks, 40) +
      ruler({ x: 140, y: 850, width: 1320, height: 26, count: 40, current: 27 }, inks) +
      `<path d="M1060 80H1520V820H1060z" fill="${inks.ground[0]}" opacity=".72"/>` +
      stroke('M1060 80V820', inks.line, 4),
  },
  candle: {
    sheet: 'wash',
    draw: (inks) => {
      const big = candlesticks([{ x: 800, open: 640, close: 270, high: 110, low: 790 }], {
        width: 190,
        weight: 7,
        inks,
      });
      const note = (text: string, y: number) =>
        stroke(`M930 ${y}H1090`, inks.line, 2.5) + label(text, 1120, round(y + 14), inks, 46);
      return big + note('high', 110) + note('close', 270) + note('open', 640) + note('low', 790);
    },
  },
};

/** The pictures of the example posts, as SVG by file name. */
export const charts: Record<string, string> = Object.fromEntries(
  Object.entries(drawers).map(([name, { sheet, draw }]) => {
    const inks = sheets[sheet];
    return [`${name}.jpg`, print(width, height, inks, name, draw(inks))];
  }),
);
