import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type PictureVersion, pictureFormats } from '#rules/picture-url.ts';
import { createPictures } from './create-pictures.ts';

const log = pino({ level: 'silent' });
const source = '/storage/testimonials/blog/1-chart.png';
const version = (changes: Partial<PictureVersion> = {}): PictureVersion => ({
  source,
  size: 640,
  format: 'webp',
  ...changes,
});

let cacheDirectory: string;
let chart: Buffer;
/** How often the source was read. */
let reads: number;

beforeEach(async () => {
  cacheDirectory = await mkdtemp(path.join(tmpdir(), 'pictures-'));
  reads = 0;
});
beforeAll(async () => {
  chart = await sharp({
    create: {
      width: 1600,
      height: 900,
      channels: 3,
      background: '#c4953b',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
});
afterEach(() => rm(cacheDirectory, { recursive: true, force: true }));

const createOf = (content: Uint8Array, maximumCacheBytes?: number) =>
  createPictures({
    cacheDirectory,
    log,
    ...(maximumCacheBytes !== undefined && { maximumCacheBytes }),
    findSource: async (address) =>
      address === source
        ? {
            version: '1',
            read: async () => {
              reads += 1;
              return content;
            },
          }
        : undefined,
  });

it.each(pictureFormats)('creates %s, smaller than the original', async (format) => {
  const made = await createOf(chart).find(version({ format }));
  expect(made?.contentType).toBe(`image/${format}`);
  const { width, height, ...found } = await sharp(made?.content).metadata();
  expect([width, height]).toEqual([640, 360]);
  expect(found.format).toBe(format === 'avif' ? 'heif' : format);
});

it('never enlarges a picture', async () => {
  const small = await sharp(chart).resize(200).png().toBuffer();
  const made = await createOf(small).find(version({ size: 1920 }));
  expect((await sharp(made?.content).metadata()).width).toBe(200);
});

it('crops the picture of a share card, as JPEG', async () => {
  const small = await sharp(chart).resize(300, 600).png().toBuffer();
  const made = await createOf(small).find(version({ size: 'share', format: 'jpeg' }));
  const { width, height } = await sharp(made?.content).metadata();
  expect([width, height]).toEqual([1200, 630]);
});

it('turns pictures upright and removes camera data', async () => {
  const sideways = await sharp(chart)
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const made = await createOf(sideways).find(version());
  const { width, height, exif, orientation } = await sharp(made?.content).metadata();
  expect((height ?? 0) > (width ?? 0)).toBe(true);
  expect(exif).toBeUndefined();
  expect(orientation).toBeUndefined();
});

it('creates a picture once for concurrent requests, and finds it after a restart', async () => {
  const pictures = createOf(chart);
  const made = await Promise.all(Array.from({ length: 20 }, () => pictures.find(version())));
  expect(new Set(made.map((each) => each?.etag)).size).toBe(1);
  expect(reads).toBe(1);
  const again = await createOf(chart).find(version());
  expect(again?.content.equals(made[0]?.content ?? Buffer.alloc(0))).toBe(true);
  expect(reads).toBe(1);
});

it('rejects requests while too many wait', async () => {
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  const pictures = createPictures({
    cacheDirectory,
    log,
    findSource: async (address) => ({ version: address, read: () => promise }),
  });
  const asked = Array.from({ length: 100 }, (_, index) =>
    pictures.find(version({ source: `/pictures/${index}.png` })),
  );
  const settled = Promise.allSettled(asked);
  await expect(
    Promise.any(
      asked.map((each) =>
        each.then(
          () => false,
          () => true,
        ),
      ),
    ),
  ).resolves.toBe(true);
  resolve(await sharp(chart).resize(8).png().toBuffer());
  const outcomes = await settled;
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(62);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'pictures-busy', status: 503 });
});

it('keeps the newest pictures up to its limit', async () => {
  const pictures = createOf(chart, 20_000);
  for (const size of [320, 480, 640] as const)
    await pictures.find(version({ size, format: 'jpeg' }));
  await pictures.find(version({ size: 320, format: 'webp' }));
  const directory = path.join(cacheDirectory, 'pictures');
  const kept = await readdir(directory);
  expect(kept.some((name) => name.endsWith('.webp'))).toBe(true);
  expect(kept.filter((name) => name.endsWith('.jpeg')).length).toBeLessThan(3);
});

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';

it.each([
  ['a drawing with another name', Buffer.from(svg)],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['nothing', Buffer.alloc(0)],
  ['half a picture of noise', Buffer.from('\x89PNG\r\n\x1a\nnoise')],
])('returns nothing for %s', async (_, content) => {
  expect(await createOf(content).find(version())).toBeUndefined();
});
