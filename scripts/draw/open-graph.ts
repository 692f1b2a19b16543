import sharp from 'sharp';
import { type BrandCandle, candles, emblem, file, line, lockUp, metalGradient } from './brand.ts';
import { type Drawing, letters, sheets } from './drawing.ts';

const inks = sheets.dark;
const margin = 80;

const glow = (id: string, x: number, y: number, radius: number, opacity: number) =>
  `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius}"><stop stop-color="#c4953b" stop-opacity="${opacity}"/><stop offset="1" stop-color="#c4953b" stop-opacity="0"/></radialGradient>`;

const words = (text: string, x: number, y: number, color: string) =>
  letters(text, { face: 'display', size: 62, x, y, color });

/** Where the market stands at a moment: it wanders, and promises nothing. */
const price = (moment: number) =>
  568 -
  26 * Math.sin(moment * 0.42 + 0.6) -
  16 * Math.sin(moment * 0.97) -
  7 * Math.sin(moment * 2.3);

/** Candles that pass along the lower edge, faint as a watermark. */
const passing = Array.from({ length: 47 }, (_, moment): BrandCandle => {
  const [open, close] = [price(moment), price(moment + 1)];
  const [top, bottom] = [Math.min(open, close) - 2, Math.max(open, close) + 2];
  const high = top - 6 - 5 * Math.sin(moment * 3.1) ** 2;
  const low = bottom + 6 + 5 * Math.cos(moment * 1.7) ** 2;
  const at = [high, top, bottom, low].map(Math.round) as [number, number, number, number];
  return { x: 2 + moment * 26, at, isHollow: close > open };
});
const watermark = `<g opacity=".3">${candles(passing, { width: 10, weight: 1.25 }, inks)}</g>`;

const picture = file(
  [0, 0, 1200, 630],
  'Time vs Price',
  `<defs>${metalGradient(inks.metal)}${glow('glow', 944, 292, 560, 0.24)}</defs>` +
    '<path fill="#0d0b08" d="M0 0H1200V630H0z"/><path fill="url(#glow)" d="M0 0H1200V630H0z"/>' +
    watermark +
    `<g transform="translate(944 292)scale(1.74)">${emblem(inks)}</g>` +
    `<g transform="translate(${margin} 72)scale(1.5)">${lockUp(inks)}</g>` +
    words('Master The Markets', margin, 308, inks.ink) +
    words('with', margin, 384, inks.ink) +
    words('Time VS Price', margin + 142, 384, inks.line) +
    line(`M${margin} 432H${margin + 72}`, inks.line, 2),
);

/** What social networks show beside a link to the site. */
export async function drawOpenGraph(): Promise<Drawing[]> {
  const content = await sharp(Buffer.from(picture))
    .png({ palette: true, colours: 256, dither: 0.8, compressionLevel: 9, effort: 10 })
    .toBuffer();
  return [{ path: 'og.png', content }];
}
