import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { awkwardFilms, describeFilm, ffmpeg, makeFilm } from '#tests/support/awkward-films.ts';
import { convertFilm } from './convert-film.ts';

let folder: string;
let results: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'films-'));
  results = path.join(folder, 'results');
  await mkdir(results);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const convert = (file: string, onPercent: (percent: number) => void = () => {}) =>
  convertFilm(
    { path: file, format: file.endsWith('.webm') ? 'matroska' : 'mov' },
    { folder: results, signal: new AbortController().signal, onPercent },
  );

const positionOf = (film: Buffer, box: string) => film.indexOf(box, 0, 'latin1');

it.each(Object.entries(awkwardFilms).filter(([, { refused }]) => !refused))(
  'a film with %s becomes one that every browser plays',
  async (_, film) => {
    const file = await makeFilm(folder, film);
    const { best, small, poster, seconds } = await convert(file);
    const { streams, format } = await describeFilm(best);
    const [width, height] = film.size ?? [320, 180];
    expect(streams).toHaveLength(film.hasSound === false ? 1 : 2);
    expect(streams[0]).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', width, height });
    expect(streams[0].side_data_list).toBeUndefined();
    expect(streams[0].color_transfer).not.toBe('arib-std-b67');
    if (streams[1]) expect(streams[1]).toMatchObject({ codec_name: 'aac' });
    const given = Number((await describeFilm(file)).format.duration);
    expect(Math.abs(Number(format.duration) - given)).toBeLessThan(0.5);
    expect(seconds).toBe(Math.round(Number(format.duration)));
    const bytes = await readFile(best);
    expect(positionOf(bytes, 'moov')).toBeLessThan(positionOf(bytes, 'mdat'));
    expect(bytes.includes('-26.2041')).toBe(false);
    expect(bytes.includes('Soweto')).toBe(false);
    // The film is small already.
    expect(small).toBeUndefined();
    expect((await describeFilm(poster)).streams[0]).toMatchObject({ width, height });
  },
);

it.each(Object.entries(awkwardFilms).filter(([, { refused }]) => refused))(
  'a film with %s is refused with the reason',
  async (_, film) => {
    const file = await makeFilm(folder, film);
    await expect(convert(file)).rejects.toThrow(film.refused);
  },
);

it('a film that every browser plays is copied without loss', async () => {
  const file = await makeFilm(folder, awkwardFilms['the index at the end'] as never);
  const { best } = await convert(file);
  const packets = async (name: string) => {
    const hash = path.join(folder, 'packets');
    await ffmpeg(['-i', name, '-map', '0', '-c', 'copy', '-f', 'streamhash', hash], folder);
    return readFile(hash, 'utf8');
  };
  expect(await packets(best)).toBe(await packets(file));
});

it('a large film gets a rendition of at most 1080p and one that saves data', async () => {
  const percents: number[] = [];
  const file = path.join(folder, 'large.mp4');
  const input = ['-f', 'lavfi', '-i', 'testsrc2=duration=0.5:size=2160x3840:rate=24'];
  await ffmpeg([...input, '-c:v', 'libx264', '-preset', 'ultrafast', file], folder);
  const { best, small = '', poster } = await convert(file, (percent) => percents.push(percent));
  const sizeOf = async (name: string) => {
    const { width, height } = (await describeFilm(name)).streams[0];
    return [width, height];
  };
  expect(await sizeOf(best)).toEqual([1080, 1920]);
  expect(await sizeOf(small)).toEqual([360, 640]);
  expect(await sizeOf(poster)).toEqual([720, 1280]);
  expect(percents.every((percent) => percent >= 0 && percent < 100)).toBe(true);
});

const notFilms: [name: string, content: (folder: string) => Promise<Buffer> | Buffer][] = [
  ['noise.mp4', () => Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42 noise', 'latin1')],
  // Another format than its own would let a film read other files.
  ['list.mp4', () => Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
  ['list.webm', () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
  [
    'sound.mp4',
    async (folder) => {
      await ffmpeg(['-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac', 'sound.mp4'], folder);
      return readFile(path.join(folder, 'sound.mp4'));
    },
  ],
  [
    'tracks.mov',
    async (folder) => {
      const maps = Array.from({ length: 17 }, () => ['-map', '0']).flat();
      const input = ['-f', 'lavfi', '-i', 'testsrc2=duration=0.2:size=32x32'];
      await ffmpeg([...input, ...maps, '-c:v', 'mjpeg', 'tracks.mov'], folder);
      return readFile(path.join(folder, 'tracks.mov'));
    },
  ],
];

it.each(notFilms)('a crafted %s is refused, and leaves no rendition', async (name, content) => {
  const bytes = await content(folder);
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  await expect(convert(file)).rejects.toThrow(/^It (?:can’t be read|has no picture|has 17 tracks)/);
  expect(await readdir(results)).toEqual([]);
});

it('a conversion that is stopped ends, and is no fault of the film', async () => {
  const file = await makeFilm(folder, awkwardFilms['PCM sound'] as never);
  const signal = AbortSignal.abort();
  const options = { folder: results, signal, onPercent: () => {} };
  await expect(convertFilm({ path: file, format: 'mov' }, options)).rejects.toThrow(/abort/i);
});
