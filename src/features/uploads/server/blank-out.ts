import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import type { Blank } from '#features/uploads/rules/video-bytes.ts';

const zeros = Buffer.alloc(64 * 1024);

/** Blanks parts of a file in place, because it may have gigabytes. Safe to repeat. */
export async function blankOutFile(file: string, blanks: Blank[]): Promise<void> {
  if (blanks.length === 0) return;
  await using handle = await open(file, 'r+');
  for (const { head, at, from, to } of blanks) {
    for (let zero = from; zero < to; zero += zeros.length) {
      await handle.write(zeros, 0, Math.min(zeros.length, to - zero), zero);
    }
    await handle.write(head, 0, head.length, at);
  }
}

/** Returns a stream that blanks parts of a file while passing it on. */
export function blankOut(blanks: Blank[]): Transform {
  let position = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const passing = blanks.some(({ at, to }) => at < position + chunk.length && to > position)
        ? blankWithin(Buffer.from(chunk), position, blanks)
        : chunk;
      position += chunk.length;
      done(null, passing);
    },
  });
}

/** Blanks the parts within a chunk that starts at a position of the file. */
function blankWithin(chunk: Buffer, position: number, blanks: Blank[]): Buffer {
  const clamp = (at: number) => Math.min(Math.max(at - position, 0), chunk.length);
  for (const { head, at, from, to } of blanks) {
    chunk.fill(0, clamp(from), clamp(to));
    for (const [index, byte] of head.entries()) {
      const offset = at + index - position;
      if (offset >= 0 && offset < chunk.length) chunk[offset] = byte;
    }
  }
  return chunk;
}
