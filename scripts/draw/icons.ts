import sharp from 'sharp';
import { file, lockUp, mark, metalGradient } from './brand.ts';
import { type Drawing, sheets } from './drawing.ts';

const inks = sheets.dark;
const ground = '#0d0b08';
const name = 'Time vs Price';

/** Three candles on a tile, every edge on a grid of 16: all that a tab can show. */
const favicon = file(
  [0, 0, 16, 16],
  name,
  metalGradient(inks.metal) +
    `<rect width="16" height="16" rx="3.5" fill="${ground}"/>` +
    `<path d="M7 2H9V14H7zM12 2H13V10H12zM3 6H4V8H3zM3 12H4V14H3z" fill="${inks.line}"/>` +
    `<path d="M2 8H5V12H2z" fill="${inks.line}"/><path d="M3 9H4V11H3z" fill="${ground}"/>` +
    '<path d="M6 4H10V11H6zM11 4H14V8H11z" fill="url(#metal)"/>',
);

/** The mark on a square tile, filling `part` of its width. */
function tile(part: number, corner = 0) {
  const box = 30 / part;
  const start = 15.5 - box / 2;
  return file(
    [start, start, box, box],
    name,
    metalGradient(inks.metal) +
      `<rect x="${start}" y="${start}" width="${box}" height="${box}" rx="${box * corner}" fill="${ground}"/>` +
      mark(inks),
  );
}

/** An SVG as PNG, drawn at its final size rather than scaled to it. */
export async function toPng(svg: string, width: number, height = width) {
  const { width: own = width } = await sharp(Buffer.from(svg)).metadata();
  return sharp(Buffer.from(svg), { density: (72 * width) / own })
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 9, effort: 10 })
    .toBuffer();
}

/** PNGs of 256 pixels at most, each with its side, in the container that .ico is. */
function toIco(images: readonly { side: number; png: Uint8Array }[]) {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { side, png }] of images.entries()) {
    const entry = 6 + 16 * index;
    header.writeUInt8(side % 256, entry);
    header.writeUInt8(side % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
}

const manifest = {
  name,
  short_name: name,
  start_url: '/',
  display: 'browser',
  background_color: ground,
  theme_color: ground,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

/** The logo on the mails' own ground, for mail readers that show no SVG. */
const emailLogo = file(
  [-3, -1, 174, 33.35],
  name,
  `${metalGradient(sheets.light.metal)}<path d="M-3-1h174v34H-3z" fill="#faf7f1"/>${lockUp(sheets.light)}`,
);

/** Icons for tabs, home screens and mails, and the manifest that lists them. */
export async function drawIcons(): Promise<Drawing[]> {
  const tabs = await Promise.all(
    [16, 32, 48].map(async (side) => ({ side, png: await toPng(favicon, side) })),
  );
  return [
    { path: 'favicon.svg', content: favicon },
    { path: 'favicon.ico', content: toIco(tabs) },
    { path: 'apple-touch-icon.png', content: await toPng(tile(0.8), 180) },
    { path: 'icon-192.png', content: await toPng(tile(0.8, 0.2), 192) },
    { path: 'icon-512.png', content: await toPng(tile(0.8, 0.2), 512) },
    { path: 'icon-maskable-512.png', content: await toPng(tile(0.66), 512) },
    { path: 'brand/email-logo.png', content: await toPng(emailLogo, 480, 92) },
    { path: 'site.webmanifest', content: `${JSON.stringify(manifest, null, 2)}\n` },
  ];
}
