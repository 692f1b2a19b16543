import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eraseVideoMetadata } from './erase-video-metadata.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'video-metadata-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function erase(content: Uint8Array): Promise<Buffer> {
  const file = path.join(directory, 'film');
  await writeFile(file, content);
  await eraseVideoMetadata(file);
  return readFile(file);
}

function box(type: string, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((each) => Buffer.from(each as string, 'latin1')));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** The same with its size in eight bytes, as of gigabytes. */
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
      box('ftyp', 'isom'),
      longBox('mdat', 'udta in the film itself'),
      box('moov', box('mvhd', 'head'), box(metadata, box('\xa9xyz', `\0\x1b\x15\xc7${place}`))),
    ]),
  'an iPhone': (metadata: string) =>
    Buffer.concat([
      box('ftyp', 'qt  '),
      box(
        'moov',
        box(
          metadata.replace('udta', 'meta'),
          box('keys', 'com.apple.quicktime.location.ISO6709'),
          box('ilst', place),
        ),
        box('trak', box('tkhd', 'head'), box(metadata, box('name', place))),
        box('mvhd', 'head'),
      ),
      box('mdat', 'film'),
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
  },
);

it('leaves what is no film as it was, whatever sizes it claims', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(fc.constantFrom(box('moov'), box('trak'), Buffer.from([0, 0, 0, 1]), Buffer.alloc(9)))
      .map((parts) => new Uint8Array(Buffer.concat(parts))),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      expect([...(await erase(content))]).toEqual([...content]);
    }),
    { numRuns: 200 },
  );
});
