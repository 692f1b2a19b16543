import { type Drawing, letters, sheets } from './drawing.ts';

/** "vs" in the display face's italic, which is drawn here only: 210 units to the em. */
const versus =
  'M44 2Q34 2 28-1Q22-5 20-12Q18-18 21-28L35-85Q36-93 31-93Q28-93 25-91Q22-89 19-85Q16-82 13-76Q10-71 8-64L4-65Q7-73 10-79Q13-85 17-90Q21-94 26-96Q30-99 36-99Q44-99 49-94Q54-90 54-84Q54-81 53-76L42-29Q40-20 39-15Q39-9 40-6Q42-3 48-3Q54-3 61-8Q67-13 74-21Q80-29 85-39Q90-49 93-59Q96-69 96-78Q95-77 94-75Q90-72 84-72Q78-72 74-75Q71-79 71-85Q71-91 75-94Q78-98 84-98Q89-98 92-96Q96-94 98-89Q100-85 100-78Q100-69 97-58Q94-47 88-36Q83-26 75-17Q68-8 60-3Q52 2 44 2M148 2Q138 2 130-1Q122-4 117-9Q112-15 112-22Q112-28 115-31Q118-35 123-35Q128-35 131-32Q135-28 135-23Q135-18 131-15Q128-12 121-12V-11Q125-7 132-5Q139-2 147-2Q153-2 158-4Q164-6 168-10Q171-14 171-20Q171-26 168-30Q165-34 159-38Q154-41 148-45Q142-48 137-52Q131-55 128-60Q125-65 125-71Q125-79 129-85Q134-92 142-95Q151-99 161-99Q171-99 178-96Q185-93 188-88Q192-84 192-79Q192-73 188-70Q185-68 181-68Q177-68 173-70Q170-73 170-79Q170-83 173-86Q176-89 180-90Q178-91 175-92Q170-94 162-94Q157-94 152-93Q147-91 144-88Q140-84 140-79Q140-74 144-70Q147-66 152-63Q158-60 163-57Q169-53 175-50Q180-46 183-40Q186-35 186-28Q186-18 181-12Q175-5 166-2Q158 2 148 2';

/** The colours of one rendering of the brand. */
export interface BrandInks {
  ink: string;
  line: string;
  /** Top and bottom of solid candles. */
  metal: readonly [string, string];
  hairlineStrong: string;
}

/** A candle's middle, and its four heights from the top down; y grows downwards. */
export interface BrandCandle {
  x: number;
  at: readonly [high: number, top: number, bottom: number, low: number];
  isHollow?: boolean;
}

/** One path drawn as a line. */
export const line = (d: string, color: string, width: number) =>
  `<path d="${d}" stroke="${color}" stroke-width="${width}"/>`;

/** An SVG file around a body: its box, its size where it is placed without one, and its name. */
export function file(
  [x, y, width, height]: readonly [number, number, number, number],
  title: string,
  body: string,
) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" fill="none"><title>${title}</title>${body}</svg>\n`;
}

/** The gradient that `metal` fills point at. */
export const metalGradient = ([from, to]: BrandInks['metal']) =>
  `<linearGradient id="metal" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

/**
 * The mark: the emblem reduced to what 32 pixels can hold. Everything upright
 * stands on whole pixels, so its middle is 15.5, 15.5.
 */
export function mark(inks: BrandInks) {
  const hours = Array.from({ length: 12 }, (_, hour) => {
    const angle = (hour * Math.PI) / 6;
    const at = (radius: number) =>
      `${+(15.5 + radius * Math.sin(angle)).toFixed(2)} ${+(15.5 - radius * Math.cos(angle)).toFixed(2)}`;
    return { d: `M${at(14.5)}L${at(hour % 3 === 0 ? 12 : 12.75)}`, isQuarter: hour % 3 === 0 };
  });
  const ticks = (isQuarter: boolean) =>
    hours
      .filter((hour) => hour.isQuarter === isQuarter)
      .map(({ d }) => d)
      .join('');
  return (
    `<circle cx="15.5" cy="15.5" r="14.5" stroke="${inks.line}"/>` +
    line(ticks(false), inks.line, 0.75) +
    line(ticks(true), inks.line, 1) +
    line('M15.5 7V24M21.5 8V17M9.5 13V15M9.5 21V23M8.5 15.5H10.5V20.5H8.5z', inks.line, 1) +
    '<path d="M13 10H18V20H13zM20 10H23V15H20z" fill="url(#metal)"/>'
  );
}

/** The lock-up of mark and name, in a box of 168 by 32. */
export function lockUp(inks: BrandInks) {
  const word = (text: string, x: number) =>
    letters(text, { face: 'display', size: 205, x, y: 222, color: inks.ink });
  return (
    mark(inks) +
    `<g transform="scale(.1)"><g stroke="${inks.ink}" stroke-width="12">${word('Time', 403)}${word('Price', 1168)}</g>` +
    `<path transform="translate(930 222)scale(.98)" d="${versus}" fill="${inks.line}" stroke="${inks.line}" stroke-width="2.5"/></g>`
  );
}

/** Candles of one width: wicks and hollow bodies as lines, solid bodies in metal. */
export function candles(
  series: readonly BrandCandle[],
  { width, weight }: { width: number; weight: number },
  inks: BrandInks,
) {
  let lines = '';
  let bodies = '';
  for (const { x, at, isHollow = false } of series) {
    const [high, top, bottom, low] = at;
    lines += `M${x} ${high}V${top}M${x} ${bottom}V${low}`;
    if (isHollow) lines += `M${x - width / 2} ${top}h${width}V${bottom}h${-width}z`;
    else bodies += `M${x - width / 2} ${top}h${width}V${bottom}h${-width}z`;
  }
  return `${line(lines, inks.line, weight)}<path d="${bodies}" fill="url(#metal)"/>`;
}

/** The dial of a watch, -118 to 118 around its middle: two rings and sixty ticks. */
export function dial(inks: BrandInks) {
  const ring = (radius: number) =>
    `<circle r="${radius}" stroke="${inks.hairlineStrong}" stroke-width=".9"/>`;
  const ticks = (minutes: (minute: number) => boolean, inner: number) => {
    let d = '';
    for (let minute = 0; minute < 60; minute += 1) {
      if (!minutes(minute)) continue;
      const [x, y] = [Math.sin((minute * Math.PI) / 30), -Math.cos((minute * Math.PI) / 30)];
      d += `M${[x * inner, y * inner].map((value) => +value.toFixed(1)).join(' ')}`;
      d += `L${[x * 110, y * 110].map((value) => +value.toFixed(1)).join(' ')}`;
    }
    return d;
  };
  return (
    ring(118) +
    ring(86) +
    line(
      ticks((minute) => minute % 5 !== 0, 104),
      inks.hairlineStrong,
      0.9,
    ) +
    line(
      ticks((minute) => minute % 5 === 0 && minute % 15 !== 0, 99),
      inks.line,
      1.4,
    ) +
    line(
      ticks((minute) => minute % 15 === 0, 94),
      inks.line,
      2.5,
    )
  );
}

/** The emblem, -120 to 120 around its middle: the dial for time, and price within it. */
export function emblem(inks: BrandInks) {
  const small: BrandCandle[] = [
    { x: -34, at: [-12, 4, 36, 50], isHollow: true },
    { x: 34, at: [-56, -40, -2, 14] },
  ];
  return (
    dial(inks) +
    line('M0-74V74M-74 0H74', inks.hairlineStrong, 0.6) +
    candles([{ x: 0, at: [-66, -38, 32, 60] }], { width: 22, weight: 1.75 }, inks) +
    candles(small, { width: 14, weight: 1.4 }, inks)
  );
}

/** The logo for light and for dark grounds, and the mark on its own. */
export function drawBrand(): Drawing[] {
  const logo = (inks: BrandInks) =>
    file([0, 0, 168, 32], 'Time vs Price', metalGradient(inks.metal) + lockUp(inks));
  const gold: BrandInks = { ...sheets.dark, line: '#b0842c', metal: ['#d3a94f', '#a0741f'] };
  return [
    { path: 'brand/logo-light.svg', content: logo(sheets.light) },
    { path: 'brand/logo-dark.svg', content: logo(sheets.dark) },
    {
      path: 'brand/mark.svg',
      content: file([0, 0, 31, 31], 'Time vs Price', metalGradient(gold.metal) + mark(gold)),
    },
  ];
}
