import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filmBox } from '#tests/support/sample-files.ts';
import { blankOut, blankOutFile } from './blank-out.ts';
import { findVideoMetadata } from './find-video-metadata.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'video-metadata-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const find = (content: Uint8Array) =>
  findVideoMetadata(
    { read: async (at, length) => Buffer.from(content.subarray(at, at + length)) },
    content.length,
  );

/** As a file on the disk is blanked, in place. */
async function erase(content: Uint8Array): Promise<Buffer> {
  const file = path.join(directory, 'film');
  await writeFile(file, content);
  await blankOutFile(file, await find(content));
  return readFile(file);
}

/** As one is that passes through, in chunks of any sizes. */
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

/** A box with its size in eight bytes, as of gigabytes. */
function longBox(type: string, content: string): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(BigInt(16 + content.length), 8);
  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}

const place = '-26.2041+028.0473+1753.000/';
const films = {
  'an Android telephone': (metadata: string) =>
    Buffer.concat([
      filmBox('ftyp', 'isom'),
      longBox('mdat', 'udta in the film itself'),
      filmBox(
        'moov',
        filmBox('mvhd', 'head'),
        filmBox(metadata, filmBox('\xa9xyz', `\0\x1b\x15\xc7${place}`)),
      ),
    ]),
  'an iPhone': (metadata: string) =>
    Buffer.concat([
      filmBox('ftyp', 'qt  '),
      filmBox(
        'moov',
        filmBox(
          metadata.replace('udta', 'meta'),
          filmBox('keys', 'com.apple.quicktime.location.ISO6709'),
          filmBox('ilst', place),
        ),
        filmBox('trak', filmBox('tkhd', 'head'), filmBox(metadata, filmBox('name', place))),
        filmBox('mvhd', 'head'),
      ),
      filmBox('mdat', 'film'),
    ]),
};

it.each(Object.entries(films))(
  'erases the place that %s writes, and moves nothing',
  async (name, film) => {
    const sent = film('udta');
    expect(sent.includes(place)).toBe(true);
    const kept = await erase(sent);
    expect(kept.includes(place)).toBe(false);
    expect(kept).toHaveLength(sent.length);
    // The rest is as it was: only the parts in question have become free space.
    const isUntouched = (byte: number, at: number) =>
      byte === sent[at] || byte === 0 || 'free'.includes(String.fromCharCode(byte));
    expect([...kept].every(isUntouched)).toBe(true);
    for (const part of ['ftyp', 'moov', 'mvhdhead', 'film']) expect(kept.includes(part)).toBe(true);
    expect(kept.includes('udta in the film itself')).toBe(name === 'an Android telephone');
    expect(await erase(kept)).toEqual(kept);
    for (const sizes of [[1], [7, 3, 11], [sent.length]])
      expect(await eraseOnTheWay(sent, sizes)).toEqual(kept);
  },
);

it('leaves what is no film as it was, whatever sizes it claims', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          filmBox('moov'),
          filmBox('trak'),
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
