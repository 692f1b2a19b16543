import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny';
import sharp from 'sharp';

const withBytes = (start: number[] | string, size: number) =>
  Buffer.concat([Buffer.from(start as string), randomBytes(Math.max(0, size - start.length))]);

/** A real picture with one colour. */
export const samplePicture = (
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' = 'png',
  background = '#deba6d',
) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

/** The head of an MP4 followed by noise, which a server recognises as a video. `size` in bytes. */
export const sampleVideo = (size = 200_000) =>
  withBytes([0, 0, 0, 24, ...Buffer.from('ftypisom\0\0\x02\0isommp42')], size);

/** One box of an MP4 file: its length, its four-letter type and its content. */
export function filmBox(type: string, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((each) => Buffer.from(each as string, 'latin1')));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** A real film, about a second long, whose index is at its end. */
export async function sampleFilmWithIndexLast(
  format: OutputFormat = new Mp4OutputFormat({ fastStart: false }),
): Promise<Buffer> {
  const film = await readFile(new URL('../../content/samples/files/lesson.mp4', import.meta.url));
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(film) });
  const output = new Output({ format, target: new BufferTarget() });
  const conversion = await Conversion.init({ input, output });
  await conversion.execute();
  return Buffer.from(output.target.buffer ?? new ArrayBuffer());
}

export const samplePdf = (size = 2_000) => withBytes('%PDF-1.7\n%\xe2\xe3\n', size);

/** Files that the site must never serve, with their names. */
export const hostileFiles = [
  ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'an SVG drawing'],
  ['<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'an SVG drawing'],
  ['<!DOCTYPE html><script>alert(1)</script>', 'a web page (HTML)'],
  ['just words', 'of an unknown type'],
  ['MZ\x90\0 a program', 'application/x-msdownload'],
] as const;
