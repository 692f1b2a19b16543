import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** One file to be written below public/. */
export interface Drawing {
  /** Where, below public/. */
  path: string;
  content: string | Uint8Array;
}

/**
 * The four sheets samples are printed on: each its ground and the metal of its
 * solid candlesticks from top to bottom, its words in two ranks, its thin gold
 * lines, and its hairlines.
 */
export const sheets = {
  dark: {
    ground: ['#1a1611', '#0d0b08'],
    ink: '#f4eddf',
    muted: '#a89d89',
    line: '#deba6d',
    metal: ['#ecd08a', '#c4953b'],
    hairline: '#352d20',
    hairlineStrong: '#5a4d36',
  },
  light: {
    ground: ['#fdfbf7', '#f7f2e8'],
    ink: '#1b1610',
    muted: '#6d6252',
    line: '#80590c',
    metal: ['#cfa348', '#a0741f'],
    hairline: '#e5dccb',
    hairlineStrong: '#c4b594',
  },
  wash: {
    ground: ['#f8f0dd', '#ecd9ae'],
    ink: '#1b1610',
    muted: '#62553d',
    line: '#80590c',
    metal: ['#c4953b', '#8a6212'],
    hairline: '#e0cda2',
    hairlineStrong: '#b99d5f',
  },
  gold: {
    ground: ['#ecd08a', '#c4953b'],
    ink: '#1b1610',
    muted: '#43341a',
    line: '#1b1610',
    metal: ['#2b251b', '#0d0b08'],
    hairline: '#cfa956',
    hairlineStrong: '#93702b',
  },
} as const;

/** The name of a sheet. */
export type Sheet = keyof typeof sheets;

/** The colours of one sheet. */
export type Inks = Record<'ink' | 'muted' | 'line' | 'hairline' | 'hairlineStrong', string> &
  Record<'ground' | 'metal', readonly [string, string]>;

/** The fill of solid bodies, in a drawing made by `print`. */
export const metal = 'url(#metal)';

/** A number as short as a drawing needs it. */
export const round = (value: number) => Math.round(value * 10) / 10;

/** "01" for 1. */
export const twoDigits = (value: number) => String(value).padStart(2, '0');

type Command = { type: string } & Partial<Record<'x1' | 'y1' | 'x2' | 'y2' | 'x' | 'y', number>>;

interface Glyph {
  advanceWidth: number;
  getPath(x: number, y: number, size: number): { commands: Command[] };
}

interface Font {
  unitsPerEm: number;
  charToGlyph(letter: string): Glyph;
  getKerningValue(left: Glyph, right: Glyph): number;
}

const require = createRequire(import.meta.url);
const opentype: { parse(file: ArrayBuffer): Font } = require('opentype.js');
const load = (face: string, weight: number) => {
  const file = require.resolve(`@fontsource/${face}/files/${face}-latin-${weight}-normal.woff`);
  return opentype.parse(new Uint8Array(readFileSync(file)).buffer);
};
const faces = {
  display: load('bodoni-moda', 500),
  text: load('hanken-grotesk', 500),
  textBold: load('hanken-grotesk', 600),
};

type Letters = Record<'size' | 'x' | 'y', number> & {
  face: keyof typeof faces;
  color: string;
  anchor?: 'start' | 'middle' | 'end';
  /** Extra space between letters, in em. */
  tracking?: number;
};

/**
 * A text as one path, so that a sample needs no font: glyph by glyph, because
 * opentype.js cannot follow the text face's substitutions, and in whole fifths
 * of a unit, because its own path data is long and loses some points.
 */
export function letters(
  text: string,
  { face, size, x, y, color, anchor = 'start', tracking = 0 }: Letters,
) {
  const font = faces[face];
  const scale = size / font.unitsPerEm;
  let advance = 0;
  let previous: Glyph | undefined;
  const placed = Array.from(text, (letter) => {
    const glyph = font.charToGlyph(letter);
    if (previous) advance += font.getKerningValue(previous, glyph) * scale + tracking * size;
    const at = advance;
    advance += glyph.advanceWidth * scale;
    previous = glyph;
    return { glyph, at };
  });
  const start = x - advance * { start: 0, middle: 0.5, end: 1 }[anchor];
  const commands = placed.flatMap(({ glyph, at }) => glyph.getPath(start + at, y, size).commands);
  return `<path transform="scale(.2)" d="${relativePath(commands)}" fill="${color}"/>`;
}

/** Path data in fifths: each contour's start where it is, its other points relative. */
function relativePath(commands: readonly Command[]) {
  let pen = [0, 0];
  let data = '';
  for (const { type, x1, y1, x2, y2, x, y } of commands) {
    const points = [x1, y1, x2, y2, x, y].flatMap((value) =>
      value === undefined ? [] : [Math.round(value * 5)],
    );
    const steps = points.map((value, index) => value - (pen[index % 2] ?? 0));
    if (type === 'M') data += `M${points.join(' ')}`;
    else if (type === 'Z') data += 'z';
    else if (steps.some((step) => step !== 0))
      data += type.toLowerCase() + steps.join(' ').replaceAll(' -', '-');
    if (points.length > 0) pen = points.slice(-2);
  }
  return data;
}

/** A whole drawing on its own sheet, edge to edge. */
export function print(width: number, height: number, inks: Inks, title: string, body: string) {
  const gradient = (id: string, [from, to]: readonly [string, string]) =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none"><title>${title}</title><defs>${gradient('ground', inks.ground)}${gradient('metal', inks.metal)}</defs><path fill="url(#ground)" d="M0 0H${width}V${height}H0z"/>${body}</svg>\n`;
}

/** One path, drawn as a line. */
export const stroke = (d: string, color: string, width: number) =>
  `<path d="${d}" stroke="${color}" stroke-width="${width}"/>`;

/** A candlestick in drawing units: y grows downwards, so a rising one closes above its opening. */
export type Candlestick = Record<'x' | 'open' | 'close' | 'high' | 'low', number>;

/** Candlesticks: solid when rising, hollow when falling, with a wick. */
export function candlesticks(
  series: readonly Candlestick[],
  { width, weight, inks }: { width: number; weight: number; inks: Inks },
) {
  let lines = '';
  let bodies = '';
  for (const { x, open, close, high, low } of series) {
    const top = round(Math.min(open, close));
    const bottom = round(Math.max(open, close));
    lines += `M${round(x)} ${round(high)}V${top}M${round(x)} ${bottom}V${round(low)}`;
    const box = (inset: number) =>
      `M${round(x - width / 2 + inset)} ${round(top + inset)}h${round(width - 2 * inset)}V${round(bottom - inset)}h${round(2 * inset - width)}z`;
    if (close < open) bodies += box(0);
    else lines += box(weight / 2);
  }
  return `${stroke(lines, inks.line, weight)}<path d="${bodies}" fill="${metal}"/>`;
}

/** Candlesticks that climb through a frame, the same for the same seed. */
export function climb(
  seed: number,
  count: number,
  { left, right, top, bottom }: Record<'left' | 'right' | 'top' | 'bottom', number>,
): Candlestick[] {
  const noise = (draw: number) =>
    Math.abs(Math.sin(seed * 12.9898 + draw * 78.233) * 43758.5453) % 1;
  let price = 0;
  const series = Array.from({ length: count }, (_, index) => {
    const open = price;
    const isFalling = index % 3 === 1 && index < count - 1;
    price += (isFalling ? -0.5 : 1) * (0.7 + noise(3 * index) * 0.7);
    const high = Math.max(open, price) + 0.18 + noise(3 * index + 1) * 0.4;
    const low = Math.min(open, price) - 0.18 - noise(3 * index + 2) * 0.4;
    return { x: left + (index * (right - left)) / (count - 1), open, close: price, high, low };
  });
  const highest = Math.max(...series.map(({ high }) => high));
  const lowest = Math.min(...series.map(({ low }) => low));
  const place = (value: number) =>
    bottom - ((value - lowest) * (bottom - top)) / (highest - lowest);
  return series.map(({ x, open, close, high, low }) => {
    return { x, open: place(open), close: place(close), high: place(high), low: place(low) };
  });
}

/** A watch's dial: two rings and sixty ticks. `weight` is that of its quarter ticks. */
export function dial(
  { x, y, radius }: Record<'x' | 'y' | 'radius', number>,
  { weight, inks }: { weight: number; inks: Inks },
) {
  const circle = (r: number, rest: string) => `<circle cx="${x}" cy="${y}" r="${r}" ${rest}/>`;
  const ring = (part: number, thickness: number) =>
    circle(
      round(radius * part),
      `stroke="${inks.hairlineStrong}" stroke-width="${round(weight * thickness)}"`,
    );
  /** Ticks are the dashes of one broad circle, from `inner` out to 0.93 of the radius. */
  const ticks = (count: number, inner: number, thickness: number, color: string) => {
    const middle = round((radius * (inner + 0.93)) / 2);
    const dash = round(weight * thickness);
    const gap = ((2 * Math.PI * middle) / count - dash).toFixed(3);
    return circle(
      middle,
      `stroke="${color}" stroke-width="${round(radius * (0.93 - inner))}" stroke-dasharray="${dash} ${gap}" stroke-dashoffset="${dash / 2}"`,
    );
  };
  return (
    ring(1, 0.4) +
    ring(0.73, 0.25) +
    ticks(60, 0.882, 0.35, inks.hairlineStrong) +
    ticks(12, 0.84, 0.6, inks.line) +
    ticks(4, 0.795, 1, inks.line)
  );
}

/** Ticks along a line, one of them long and gold: which piece of the set this is. */
export function ruler(
  place: Record<'x' | 'y' | 'width' | 'height' | 'count' | 'current', number>,
  inks: Inks,
) {
  const { x, y, width, height, count, current } = place;
  const at = (index: number) => round(x + (index * width) / (count - 1));
  const ticks = Array.from({ length: count }, (_, index) => `M${at(index)} ${y}v${-height}`);
  return (
    stroke(ticks.join(''), inks.hairlineStrong, round(height / 7)) +
    stroke(`M${at(current)} ${y}v${-2 * height}`, inks.line, round(height / 3.5))
  );
}
