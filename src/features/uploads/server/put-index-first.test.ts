import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  ALL_FORMATS,
  BufferSource,
  EncodedPacketSink,
  Input,
  MovOutputFormat,
  Mp4OutputFormat,
} from 'mediabunny';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readVideoBoxes } from '#features/uploads/rules/video-boxes.ts';
import { filmBox, sampleFilmWithIndexLast } from '#tests/support/sample-files.ts';
import { putIndexFirst } from './put-index-first.ts';

let directory = '';
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'films-'));
});
afterAll(() => rm(directory, { recursive: true }));

const bytesOf = (content: Buffer) => ({
  read: async (position: number, length: number) => content.subarray(position, position + length),
});

const isIndexFirst = async (film: Buffer) =>
  (await readVideoBoxes(bytesOf(film), film.length)).isIndexFirst;

/** Returns all packets of a film, by track. */
async function readPackets(film: Buffer) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(film) });
  const tracks = await input.getTracks();
  return Promise.all(
    tracks.map(async (track) => {
      const packets = [];
      for await (const { data, timestamp, duration, type } of new EncodedPacketSink(
        track,
      ).packets())
        packets.push({ data: Buffer.from(data).toString('base64'), timestamp, duration, type });
      return { codec: await track.getCodec(), packets };
    }),
  );
}

it.each([
  ['video/mp4', new Mp4OutputFormat({ fastStart: false }), 'isom'],
  ['video/quicktime', new MovOutputFormat({ fastStart: false }), 'qt  '],
])('copies the packets of %s behind the index', async (type, format, brand) => {
  const film = await sampleFilmWithIndexLast(format);
  expect(await isIndexFirst(film)).toBe(false);
  const file = path.join(directory, brand);
  await putIndexFirst({ bytes: bytesOf(film), size: film.length, type }, file);
  const stored = await readFile(file);
  expect(await isIndexFirst(stored)).toBe(true);
  expect(stored.toString('latin1', 8, 12)).toBe(brand);
  const packets = await readPackets(stored);
  expect(packets.length).toBeGreaterThan(0);
  expect(packets).toEqual(await readPackets(film));
});

it('rejects a film that the library can’t read', async () => {
  const film = Buffer.concat([
    filmBox('ftyp', 'isom\0\0\x02\0isom'),
    filmBox('mdat', 'x'.repeat(37_265)),
    filmBox('moov', filmBox('udta', 'nothing')),
  ]);
  const asked = { bytes: bytesOf(film), size: film.length, type: 'video/mp4' };
  await expect(putIndexFirst(asked, path.join(directory, 'broken'))).rejects.toThrow();
});
