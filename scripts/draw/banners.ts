import {
  candlesticks,
  climb,
  type Drawing,
  dial,
  type Inks,
  letters,
  metal,
  print,
  round,
  ruler,
  type Sheet,
  sheets,
  stroke,
  twoDigits,
} from './drawing.ts';

const width = 1200;
const height = 300;
const count = 23;
const margin = 72;

type Align = 'left' | 'right' | 'center';

/** Where an art stands: around `x`, `reach` to each side, away from the words. */
interface Place {
  x: number;
  reach: number;
  /** 1 when the sheet's near edge is to the right, -1 when it is to the left. */
  side: 1 | -1;
}

type Art = (inks: Inks, place: Place, seed: number) => string;

const watch: Art = (inks, { x }) =>
  dial({ x, y: 150, radius: 118 }, { weight: 4, inks }) +
  candlesticks(
    [
      { x: x - 34, open: 136, close: 168, high: 118, low: 190 },
      { x, open: 184, close: 112, high: 82, low: 214 },
      { x: x + 34, open: 152, close: 116, high: 96, low: 172 },
    ],
    { width: 20, weight: 2, inks },
  );

const greatDial: Art = (inks, { x, reach, side }) => {
  const center = x + side * (reach - 20);
  const hand = `<g transform="translate(${center} 150)rotate(${side * -62})">${stroke('M0 24V-178', inks.line, 3)}<path d="M-15 -140h30V-60h-30z" fill="${metal}"/></g>`;
  return `${dial({ x: center, y: 150, radius: 250 }, { weight: 5, inks })}${hand}<circle cx="${center}" cy="150" r="6" fill="${inks.line}"/>`;
};

const procession: Art = (inks, { x, reach }, seed) => {
  const amount = reach > 150 ? 9 : 5;
  const series = climb(seed, amount, {
    left: x - reach + 22,
    right: x + reach - 22,
    top: 34,
    bottom: 266,
  });
  return candlesticks(series, { width: 22, weight: 2, inks });
};

const monument: Art = (inks, { x, reach, side }) => {
  const step = reach > 150 ? 124 : 88;
  const body = reach > 150 ? 72 : 52;
  const series = [
    { x: x - step, open: 176, close: 250, high: 120, low: 300 },
    { x, open: 216, close: 84, high: 0, low: 272 },
    { x: x + step, open: 92, close: 160, high: 40, low: 206 },
  ];
  return candlesticks(reach > 150 ? series : series.slice(...(side > 0 ? [1, 3] : [0, 2])), {
    width: body,
    weight: 3,
    inks,
  });
};

const grid: Art = (inks, { x, reach }, seed) => {
  const [left, right, top, bottom] = [x - reach, x + reach, 40, 260];
  const rows = [0, 1, 2, 3, 4].map((row) => `M${left} ${top + row * 55}H${right}`);
  const columns = Array.from(
    { length: 7 },
    (_, column) => `M${round(left + (column * 2 * reach) / 6)} ${top}V${bottom}`,
  );
  const series = climb(seed, reach > 150 ? 8 : 5, {
    left: left + 26,
    right: right - 26,
    top: top + 14,
    bottom: bottom - 14,
  });
  const price = round(series.at(-1)?.close ?? top);
  return (
    stroke(rows.join('') + columns.join(''), inks.hairline, 1.5) +
    `<path d="M${left} ${price}H${right}" stroke="${inks.line}" stroke-width="1.5" stroke-dasharray="3 7"/>` +
    candlesticks(series, { width: 18, weight: 2, inks })
  );
};

const rings: Art = (inks, { x, reach }) => {
  const circles = [64, 104, 144, 184]
    .filter((r) => reach > 150 || r < 150)
    .map((r) => `<circle cx="${x}" cy="150" r="${r}"/>`)
    .join('');
  return (
    `<g stroke="${inks.hairlineStrong}" stroke-width="1.25">${circles}</g>` +
    candlesticks([{ x, open: 208, close: 92, high: 42, low: 258 }], {
      width: 44,
      weight: 2.5,
      inks,
    })
  );
};

const arts = [watch, procession, greatDial, monument, grid, rings];
const sheetOrder: readonly Sheet[] = ['dark', 'light', 'gold', 'dark', 'wash'];
const aligns: readonly Align[] = ['left', 'right', 'center', 'left', 'right', 'left', 'center'];

const cycle = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item;

/** The art's places: opposite the words, or on both sides of centred ones. */
const places: Record<Align, readonly Place[]> = {
  left: [{ x: 964, reach: 164, side: 1 }],
  right: [{ x: 236, reach: 164, side: -1 }],
  center: [
    { x: 176, reach: 104, side: -1 },
    { x: 1024, reach: 104, side: 1 },
  ],
};

/** The words: the same on every sample, and a ruler that counts the samples. */
function words(align: Align, isTwoLines: boolean, index: number, inks: Inks) {
  const x = { left: margin, center: width / 2, right: width - margin }[align];
  const anchor = ({ left: 'start', center: 'middle', right: 'end' } as const)[align];
  const lines = isTwoLines ? ['Your broker', 'partner here'] : ['Your broker partner here'];
  const size = isTwoLines ? 72 : 56;
  const top = isTwoLines ? 74 : 104;
  const headline = lines.map((line, row) =>
    letters(line, {
      face: 'display',
      size,
      x,
      y: top + size + row * size,
      color: inks.ink,
      anchor,
    }),
  );
  const rulerWidth = 308;
  const rulerX = x - { left: 0, center: rulerWidth / 2, right: rulerWidth }[align];
  return (
    letters(`SAMPLE BANNER ${twoDigits(index + 1)}`, {
      face: 'textBold',
      size: 21,
      x,
      y: top - 10,
      color: inks.line,
      anchor,
      tracking: 0.2,
    }) +
    headline.join('') +
    ruler(
      { x: rulerX, y: isTwoLines ? 264 : 226, width: rulerWidth, height: 8, count, current: index },
      inks,
    )
  );
}

/** Samples of brokers' banners, each with its own art, sheet and alignment. */
export function drawBanners(): Drawing[] {
  return Array.from({ length: count }, (_, index) => {
    const inks = sheets[cycle(sheetOrder, index)];
    const art = cycle(arts, index);
    const align = cycle(aligns, index);
    const isTwoLines = align === 'center' || index % 2 === 0;
    const number = twoDigits(index + 1);
    const body =
      places[align].map((place) => art(inks, place, index + 3 + place.side)).join('') +
      words(align, isTwoLines, index, inks);
    return {
      path: `pictures/banners/${number}.svg`,
      content: print(width, height, inks, `Sample broker banner ${number}`, body),
    };
  });
}
