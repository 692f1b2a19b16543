import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { type Blank, blankType } from './find-video-metadata.ts';

/** What is written over with zeros at once, in bytes. */
const zeros = Buffer.alloc(64 * 1024);

/** Blanks parts of a file, in place: it may have gigabytes. Safe to repeat. */
export async function blankOutFile(file: string, blanks: Blank[]): Promise<void> {
  if (blanks.length === 0) return;
  await using handle = await open(file, 'r+');
  for (const { typeAt, from, to } of blanks) {
    for (let at = from; at < to; at += zeros.length) {
      await handle.write(zeros, 0, Math.min(zeros.length, to - at), at);
    }
    await handle.write(blankType, 0, blankType.length, typeAt);
  }
}

/** Returns what blanks the same parts of a file that passes through. */
export function blankOut(blanks: Blank[]): Transform {
  let position = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const passing = blanks.some(
        ({ typeAt, to }) => typeAt < position + chunk.length && to > position,
      )
        ? blankWithin(Buffer.from(chunk), position, blanks)
        : chunk;
      position += chunk.length;
      done(null, passing);
    },
  });
}

/** Blanks what of the parts lies in a chunk that begins at a position of the file. */
function blankWithin(chunk: Buffer, position: number, blanks: Blank[]): Buffer {
  const clamp = (at: number) => Math.min(Math.max(at - position, 0), chunk.length);
  for (const { typeAt, from, to } of blanks) {
    chunk.fill(0, clamp(from), clamp(to));
    for (let letter = 0; letter < blankType.length; letter += 1) {
      const at = typeAt + letter - position;
      if (at >= 0 && at < chunk.length) chunk[at] = blankType[letter] ?? 0;
    }
  }
  return chunk;
}
