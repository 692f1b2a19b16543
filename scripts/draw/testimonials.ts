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

const width = 540;
const height = 960;
const left = 56;
const right = width - left;

/** The art of a sample, above its label: below y = 740 it leaves the sheet empty. */
type Art = (inks: Inks, variant: number) => string;

const bars = (d: string, color: string, weight: number) =>
  `<path d="${d}" stroke="${color}" stroke-width="${weight}" stroke-linecap="round"/>`;

interface Bubble {
  isReply: boolean;
  y: number;
  width: number;
  /** How far each line runs, from 0 to 1. */
  lines: readonly number[];
}

/** Chats without words: hollow bubbles ask, solid ones answer. */
const chats: readonly (readonly Bubble[])[] = [
  [
    { isReply: false, y: 84, width: 316, lines: [1, 0.62] },
    { isReply: true, y: 254, width: 348, lines: [1, 0.9, 0.48] },
    { isReply: false, y: 466, width: 200, lines: [1] },
    { isReply: true, y: 594, width: 282, lines: [1, 0.55] },
  ],
  [
    { isReply: true, y: 84, width: 224, lines: [1] },
    { isReply: false, y: 212, width: 366, lines: [1, 0.94, 1, 0.4] },
    { isReply: true, y: 466, width: 330, lines: [0.9, 1, 0.58] },
  ],
  [
    { isReply: false, y: 84, width: 256, lines: [1] },
    { isReply: false, y: 206, width: 344, lines: [1, 0.7] },
    { isReply: true, y: 376, width: 372, lines: [1, 0.86, 0.96, 0.5] },
    { isReply: false, y: 630, width: 180, lines: [1] },
  ],
];

const chat: Art = (inks, variant) =>
  (chats[variant] ?? [])
    .map(({ isReply, y, width: w, lines }) => {
      const x = isReply ? right - w : left;
      const h = 42 * (lines.length + 1);
      const text = lines.map(
        (part, index) => `M${x + 42} ${y + 42 + index * 42}h${round((w - 84) * part)}`,
      );
      return isReply
        ? `<path d="${rounded(x, y, w, h, true)}" fill="${metal}"/>${bars(text.join(''), inks.ground[1], 12)}`
        : stroke(rounded(x + 1.5, y + 1.5, w - 3, h - 3, false), inks.line, 3) +
            bars(text.join(''), inks.hairlineStrong, 12);
    })
    .join('');

/** A rounded box whose lower corner on the speaker's side is tight. */
function rounded(x: number, y: number, w: number, h: number, isReply: boolean) {
  const r = 40;
  const arc = (radius: number, dx: number, dy: number) =>
    `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`;
  const lowerRight = isReply ? 8 : r;
  const lowerLeft = isReply ? r : 8;
  return `M${x + r} ${y}h${w - 2 * r}${arc(r, 1, 1)}v${h - r - lowerRight}${arc(lowerRight, -1, 1)}h${lowerLeft + lowerRight - w}${arc(lowerLeft, -1, -1)}v${lowerLeft + r - h}${arc(r, 1, -1)}z`;
}

/** Where the display face draws its opening quotation mark, in em from the pen. */
const quoteBox = { left: 0.038, top: -0.776, width: 0.366 };

/** A giant quotation mark: whole, or so large that the sheet cuts it. */
const quotation: Art = (inks, variant) => {
  const size = (variant === 0 ? 400 : 640) / quoteBox.width;
  const first = variant === 0 ? 534 : 658;
  const lines = variant === 0 ? [1, 0.92, 1, 0.46] : [1, 0.58];
  const text = lines.map(
    (part, index) => `M${left + 6} ${first + index * 52}h${round((right - left - 12) * part)}`,
  );
  const x = left - quoteBox.left * size;
  const y = 92 - quoteBox.top * size;
  return (
    letters('“', { face: 'display', size, x, y, color: metal }) +
    bars(text.join(''), inks.hairlineStrong, 10)
  );
};

interface Watch {
  x: number;
  radius: number;
  /** Where the hands point, in degrees. */
  long: number;
  short: number;
}

const wholeWatch: Watch = { x: 270, radius: 214, long: 36, short: -52 };
const watches = [
  wholeWatch,
  { x: 440, radius: 330, long: -62, short: -128 },
  { x: 100, radius: 330, long: 54, short: 118 },
];

/** A dial whose hands are candlesticks. */
const watch: Art = (inks, variant) => {
  const { x, radius, long, short } = watches[variant] ?? wholeWatch;
  const y = 398;
  const hand = (angle: number, length: number, body: string) =>
    `<g transform="translate(${x} ${y})rotate(${angle})">${stroke(`M0 ${round(radius * 0.12)}V${-round(radius * length)}`, inks.line, 4)}${body}</g>`;
  const box = (w: number, from: number, to: number) =>
    `<path d="M${-w / 2} ${round(-radius * to)}h${w}V${round(-radius * from)}h${-w}z" `;
  const hollow = `fill="${inks.ground[0]}" stroke="${inks.line}" stroke-width="4"/>`;
  return (
    dial({ x, y, radius }, { weight: variant === 0 ? 6 : 7, inks }) +
    hand(short, 0.46, box(32, 0.14, 0.36) + hollow) +
    hand(long, 0.68, `${box(40, 0.2, 0.52)}fill="${metal}"/>`) +
    `<circle cx="${x}" cy="${y}" r="9" fill="${inks.line}"/>`
  );
};

/** Time across, price upwards, and candlesticks climbing. */
const grid: Art = (inks, variant) => {
  const [top, bottom] = [84, 712];
  const rows = Array.from(
    { length: 7 },
    (_, row) => `M${left} ${round(top + row * 104.7)}H${right}`,
  );
  const lines = Array.from({ length: 5 }, (_, line) => `M${left + line * 107} ${top}V${bottom}`);
  const [seed, count, body] = variant === 0 ? [21, 8, 32] : [8, 6, 44];
  const inside = { left: left + 36, right: right - 36, top: top + 30, bottom: bottom - 30 };
  const series = climb(seed, count, inside);
  const price = round(series.at(-1)?.close ?? top);
  return (
    stroke(rows.join('') + lines.join(''), inks.hairline, 2) +
    `<path d="M${left} ${price}H${right}" stroke="${inks.line}" stroke-width="2.5" stroke-dasharray="4 10"/>` +
    candlesticks(series, { width: body, weight: 3.5, inks })
  );
};

/** Candlesticks as columns: five, two, or one with rings around it. */
const columns: Art = (inks, variant) => {
  const five = [
    { x: 92, open: 700, close: 520, high: 468, low: 740 },
    { x: 181, open: 456, close: 588, high: 396, low: 650 },
    { x: 270, open: 560, close: 336, high: 270, low: 628 },
    { x: 359, open: 300, close: 408, high: 236, low: 470 },
    { x: 448, open: 380, close: 150, high: 84, low: 446 },
  ];
  const two = [
    { x: 134, open: 420, close: 640, high: 300, low: 740 },
    { x: 336, open: 560, close: 180, high: 84, low: 680 },
  ];
  if (variant === 0) return candlesticks(five, { width: 60, weight: 4, inks });
  if (variant === 1) return candlesticks(two, { width: 148, weight: 5, inks });
  const rings = [96, 158, 220, 282, 344].map((r) => `<circle cx="270" cy="412" r="${r}"/>`);
  const one = [{ x: 270, open: 590, close: 230, high: 84, low: 740 }];
  return (
    `<g stroke="${inks.hairlineStrong}" stroke-width="2">${rings.join('')}</g>` +
    candlesticks(one, { width: 128, weight: 5, inks })
  );
};

/** The series in the carousel's order: no two neighbours share a sheet or an art. */
const samples: readonly [Sheet, Art, number][] = [
  ['dark', quotation, 0],
  ['light', chat, 0],
  ['gold', watch, 0],
  ['dark', grid, 0],
  ['light', columns, 0],
  ['wash', chat, 1],
  ['dark', watch, 1],
  ['light', quotation, 1],
  ['gold', columns, 1],
  ['dark', chat, 2],
  ['light', watch, 2],
  ['dark', columns, 2],
  ['wash', grid, 1],
];

function label(index: number, { ink, muted }: Inks) {
  const name = `Sample ${twoDigits(index + 1)}`;
  const note = 'Replace with a client’s words';
  return (
    letters(name, { face: 'display', size: 52, x: left - 2, y: 868, color: ink }) +
    letters(note, { face: 'text', size: 29, x: left, y: 911, color: muted })
  );
}

/** Thirteen samples, in the place of what clients will have sent. */
export function drawTestimonials(): Drawing[] {
  return samples.map(([sheet, art, variant], index) => {
    const inks = sheets[sheet];
    const number = twoDigits(index + 1);
    const ticks = { x: left, y: 800, width: right - left, height: 14 };
    const body =
      art(inks, variant) +
      ruler({ ...ticks, count: samples.length, current: index }, inks) +
      label(index, inks);
    return {
      path: `pictures/testimonials/${number}.svg`,
      content: print(width, height, inks, `Sample testimonial ${number}`, body),
    };
  });
}
