import sharp, { type Sharp } from 'sharp';
import { expect, it, vi } from 'vitest';
import { cleanPicture } from './clean-picture.ts';
import { hasTooManyPixels } from './pixel-limits.ts';

const clean = (content: Uint8Array) => cleanPicture(async () => Buffer.from(content));

/** Metadata that a phone writes; the tests check that it is removed. */
const camera = 'SecretPhone 12';
const exif = {
  IFD0: { Make: camera },
  IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '26/1 12/1 0/1', GPSLongitude: '28/1 2/1 0/1' },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${camera}"/></rdf:RDF></x:xmpmeta>`;

/** Left half red, right half blue, stored sideways. */
const upright = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#c00' } }).composite([
    {
      input: { create: { width: 32, height: 48, channels: 3, background: '#00c' } },
      left: 32,
      top: 0,
    },
  ]);

const formats: [name: string, encode: (picture: Sharp) => Sharp][] = [
  ['jpeg', (picture) => picture.jpeg()],
  ['png', (picture) => picture.png()],
  ['webp', (picture) => picture.webp()],
  ['avif', (picture) => picture.avif({ effort: 0 })],
];

it.each(formats)(
  'removes location, camera and comments from a %s, and rotates it',
  async (_, encode) => {
    const sent = await encode(upright())
      .withXmp(xmp)
      .withIccProfile('p3')
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(sent.includes(camera)).toBe(true);
    const before = await sharp(sent).metadata();
    expect(before.exif).toBeDefined();

    const kept = await clean(sent);
    const after = await sharp(kept).metadata();
    expect(after.format).toBe(before.format);
    expect(after.exif ?? after.xmp ?? after.iptc ?? after.icc ?? after.orientation).toBeUndefined();
    expect(kept.includes(camera)).toBe(false);
    expect([after.width, after.height]).toEqual([48, 64]);
  },
);

it('keeps the visible colours and orientation', async () => {
  const sent = await upright().jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer();
  const { data, info } = await sharp(await clean(sent))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
  // Rotated by a quarter: the left side is now at the top.
  expect(at(24, 8)[0]).toBeGreaterThan(180);
  expect(at(24, 56)[2]).toBeGreaterThan(180);
});

it('removes data after the end of a picture', async () => {
  const sent = Buffer.concat([await upright().jpeg().toBuffer(), Buffer.from(`mp4 of ${camera}`)]);
  expect((await clean(sent)).includes(camera)).toBe(false);
});

it.each(['gif', 'webp'] as const)('keeps a %s animated, without its comments', async (format) => {
  const frames = await Promise.all(
    ['#c00', '#0c0', '#00c'].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .toFormat(format, { delay: [100, 200, 300], loop: 0 })
    .toBuffer();
  // Inserts a comment before the frames, after the header and the palette.
  const comment = Buffer.from(`\x21\xfe${String.fromCharCode(camera.length)}${camera}\0`, 'latin1');
  const colours = format === 'gif' ? 13 + 3 * 2 ** (((moving[10] ?? 0) & 7) + 1) : 0;
  const sent =
    format === 'gif'
      ? Buffer.concat([moving.subarray(0, colours), comment, moving.subarray(colours)])
      : moving;
  expect(sent.includes(camera)).toBe(format === 'gif');
  const kept = await clean(sent);
  expect(kept.includes(camera)).toBe(false);
  const { pages, delay, loop, width, pageHeight } = await sharp(kept, {
    animated: true,
  }).metadata();
  expect({ pages, delay, loop, width, pageHeight }).toEqual({
    pages: 3,
    delay: [100, 200, 300],
    loop: 0,
    width: 20,
    pageHeight: 10,
  });
});

it('encodes a drawing losslessly', async () => {
  const noise = sharp({
    create: {
      width: 40,
      height: 30,
      channels: 4,
      background: '#0000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  const png = await noise.png().toBuffer();
  for (const sent of [png, await sharp(png).webp({ lossless: true, exact: true }).toBuffer()]) {
    const pixels = (content: Buffer) => sharp(content).raw().toBuffer();
    expect((await pixels(await clean(sent))).equals(await pixels(sent))).toBe(true);
  }
});

/** Returns a WebP of 36 bytes that claims this size. */
function claimWebp(width: number, height: number): Buffer {
  const webp = Buffer.alloc(36);
  webp.write('RIFF', 0);
  webp.writeUInt32LE(28, 4);
  webp.write('WEBPVP8L', 8);
  webp.writeUInt32LE(16, 16);
  webp[20] = 0x2f;
  webp.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 21);
  return webp;
}

it.each([
  ['jpeg', { width: 8_000, height: 6_000 }, false],
  ['png', { width: 8_000, height: 6_300 }, true],
  ['webp', { width: 6_000, height: 4_000 }, false],
  ['webp', { width: 6_001, height: 4_000 }, true],
  ['webp', { width: 1_000, height: 1_000, frames: 51 }, true],
  ['gif', { width: 1_000, height: 1_000, frames: 200 }, false],
  ['gif', { width: 5_000, height: 4_000 }, true],
  ['heif', { width: 4_000, height: 4_001 }, true],
  ['jpeg', { width: 4_000, height: 3_000, bytes: 3_000 }, true],
  ['svg', { width: 1, height: 1 }, true],
])('checks a %s by its header: %j', (format, claims, isTooLarge) => {
  expect(hasTooManyPixels({ format, frames: 1, bytes: 1_000_000, ...claims })).toBe(isTooLarge);
});

it('allocates no memory for a file of 36 bytes that claims 49 megapixels', async () => {
  const decode = vi.spyOn(sharp.prototype, 'toBuffer');
  await expect(clean(claimWebp(7_000, 7_000))).rejects.toMatchObject({
    name: 'UnreadablePictureError',
    message: 'The picture has too many pixels',
  });
  expect(decode).not.toHaveBeenCalled();
  decode.mockRestore();
});

it.each([
  [
    'half a picture',
    async () => (await upright().jpeg({ quality: 100 }).toBuffer()).subarray(0, -100),
  ],
  ['a header without a body', async () => Buffer.from('\x89PNG\r\n\x1a\n')],
  [
    'a drawing that could read files',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
])('refuses %s as a picture', async (_, make) => {
  await expect(clean(await make())).rejects.toMatchObject({ name: 'UnreadablePictureError' });
});
