import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readVideoBoxes } from '#features/uploads/rules/video-boxes.ts';
import { findWebmMetadata } from '#features/uploads/rules/webm-elements.ts';
import { filmBox } from '#tests/support/sample-files.ts';
import { blankOut, blankOutFile } from './blank-out.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'video-metadata-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const bytesOf = (content: Uint8Array) => ({
  read: async (at: number, length: number) => content.subarray(at, at + length),
});
const isWebm = (content: Uint8Array) => content[0] === 0x1a;
const find = async (content: Uint8Array) =>
  isWebm(content)
    ? findWebmMetadata(bytesOf(content), content.length)
    : (await readVideoBoxes(bytesOf(content), content.length)).blanks;

/** Blanks a file on the disk in place. */
async function erase(content: Uint8Array): Promise<Buffer> {
  const file = path.join(directory, 'film');
  await writeFile(file, content);
  await blankOutFile(file, await find(content));
  return readFile(file);
}

/** Blanks a stream, in chunks of any sizes. */
async function eraseOnTheWay(content: Uint8Array, sizes: number[]): Promise<Buffer> {
  async function* split() {
    for (let at = 0, turn = 0; at < content.length; turn += 1) {
      const end = at + (sizes[turn % sizes.length] ?? content.length);
      yield Buffer.from(content.subarray(at, end));
      at = end;
    }
  }
  return buffer(Readable.from(split(), { objectMode: false }).pipe(blankOut(await find(content))));
}

/** A box with an eight-byte size, as for gigabytes. */
function longBox(type: string, content: string): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(BigInt(16 + content.length), 8);
  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}

const place = '-26.2041+028.0473+1753.000/';
const xmp = `<x:xmpmeta><exif:GPSLatitude>${place}</exif:GPSLatitude></x:xmpmeta>`;
const xmpId = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const film = filmBox('mdat', 'the film itself, udta');
const track = (...more: Buffer[]) =>
  filmBox('trak', filmBox('tkhd', 'head'), ...more, filmBox('mdia', filmBox('mdhd', 'time')));
const movie = (...more: Buffer[]) =>
  Buffer.concat([
    filmBox('ftyp', 'isom'),
    filmBox('moov', filmBox('mvhd', 'head'), ...more, track()),
    film,
  ]);

/** A WebM element with a four-byte size, or an unknown size. */
function element(id: string, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((each) => Buffer.from(each as string)));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + content.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
}
const endless = (id: string, ...contents: Buffer[]) =>
  Buffer.concat([Buffer.from(`${id}01ffffffffffffff`, 'hex'), ...contents]);
const webmHead = element('1a45dfa3', 'webm');
const tags = element('1254c367', element('7373', `LOCATION ${place}`));
const block = element('a3', 'the film itself, udta');

it.each<[name: string, film: Buffer]>([
  ['an Android phone', movie(filmBox('udta', filmBox('\xa9xyz', `\0\x1b\x15\xc7${place}`)))],
  [
    'an iPhone',
    movie(filmBox('meta', filmBox('keys', 'location.ISO6709'), filmBox('ilst', place))),
  ],
  ['a track', movie(track(filmBox('udta', filmBox('name', place)), filmBox('meta', place)))],
  ['a 3GPP phone', movie(filmBox('udta', filmBox('loci', place)))],
  ['a long box', movie(longBox('udta', place))],
  ['an editor, in a separate box', Buffer.concat([movie(), filmBox('uuid', xmpId, xmp)])],
  ['an editor, inside of the movie', movie(filmBox('uuid', xmpId, xmp))],
  ['an editor, inside of a track', movie(track(filmBox('uuid', xmpId, xmp)))],
  ['QuickTime', movie(filmBox('XMP_', xmp))],
  ['a place without a list', movie(filmBox('\xa9xyz', place))],
  ['a media box', movie(track(filmBox('mdia', filmBox('minf', filmBox('udta', place)))))],
  [
    'a fragment',
    Buffer.concat([movie(), filmBox('moof', filmBox('traf', filmBox('uuid', place)))]),
  ],
  ['a camera maker', Buffer.concat([movie(filmBox('GPS ', place)), filmBox('frea', place)])],
  [
    'a program that moved the head',
    Buffer.concat([movie(), filmBox('free', filmBox('udta', place))]),
  ],
  [
    'a box that extends to the end',
    Buffer.concat([movie(), Buffer.from('\0\0\0\0udta'), Buffer.from(place)]),
  ],
  [
    'a camera, after the last box',
    Buffer.concat([movie(), Buffer.from(`\0\0\0\x02\xffGPS${place}`)]),
  ],
  ['a camera, after a film that is cut off', Buffer.concat([movie(), Buffer.from(place)])],
  [
    'a camera, in a box that is cut off',
    Buffer.concat([movie(), filmBox('udta', place, place).subarray(0, -9)]),
  ],
  [
    'a camera, after the last track',
    movie(Buffer.concat([track(), Buffer.from(`\xff\xff\xff\xffGPS ${place}`)])),
  ],
  ['WebM', Buffer.concat([webmHead, element('18538067', element('1f43b675', block), tags)])],
  [
    'WebM with a cover',
    Buffer.concat([webmHead, element('18538067', element('1941a469', place), block)]),
  ],
  [
    'WebM in its title, and in the names of its file and its track',
    Buffer.concat([
      webmHead,
      element(
        '18538067',
        element(
          '1549a966',
          element('2ad7b1', 'scale'),
          element('7ba9', place),
          element('7384', place),
        ),
        element('1654ae6b', element('ae', element('d7', 'number'), element('536e', place))),
        element('1043a770', place),
        block,
      ),
    ]),
  ],
  [
    'a camera, after WebM',
    Buffer.concat([webmHead, element('18538067', block), Buffer.from(place)]),
  ],
  [
    'a live recording',
    Buffer.concat([webmHead, endless('18538067', endless('1f43b675', block), tags)]),
  ],
  [
    'WebM, in its free space',
    Buffer.concat([webmHead, endless('18538067', element('ec', place), block)]),
  ],
])('erases the location that %s writes, and moves nothing', async (_, sent) => {
  expect(sent.includes(place)).toBe(true);
  const kept = await erase(sent);
  expect(kept.includes(place) || kept.includes('GPSLatitude')).toBe(false);
  expect(kept).toHaveLength(sent.length);
  expect(kept.includes('the film itself, udta')).toBe(true);
  if (!isWebm(sent)) expect(kept.includes(track())).toBe(true);
  // All parts end at the same positions, so a second pass finds nothing.
  expect(await erase(kept)).toEqual(kept);
  for (const sizes of [[1], [7, 3, 11], [sent.length]])
    expect(await eraseOnTheWay(sent, sizes)).toEqual(kept);
});

it('handles deeply nested boxes, and rejects a file with too many', async () => {
  const nested = (type: string, depth: number) => {
    const boxes = Buffer.alloc(8 * depth);
    for (let box = 0; box < depth; box += 1) {
      boxes.writeUInt32BE(8 * (depth - box), 8 * box);
      boxes.write(type, 8 * box + 4, 'latin1');
    }
    return boxes;
  };
  for (const type of ['moov', 'trak', 'moof', 'traf', 'minf'])
    await expect(find(nested(type, 300_000))).resolves.toBeDefined();
  const clusters = Buffer.alloc(2 * 3_000_001, Buffer.from('a380', 'hex'));
  const film = Buffer.concat([webmHead, endless('18538067', clusters)]);
  await expect(find(film)).rejects.toMatchObject({ name: 'TooManyPartsError' });
});

it('keeps a film that is cut off', async () => {
  for (const sent of [
    Buffer.concat([movie(), film.subarray(0, -3)]),
    Buffer.concat([webmHead, element('18538067', element('1f43b675', block)).subarray(0, -3)]),
  ])
    expect(await erase(sent)).toEqual(sent);
});

it('does not change files that are no video, whatever sizes they claim', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          filmBox('moof'),
          filmBox('mdat'),
          Buffer.from([0, 0, 0, 1]),
          Buffer.alloc(9),
        ),
      )
      .map((parts) => new Uint8Array(Buffer.concat(parts))),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      expect([...(await erase(content))]).toEqual([...content]);
      expect([...(await eraseOnTheWay(content, [5]))]).toEqual([...content]);
    }),
    { numRuns: 200 },
  );
});
