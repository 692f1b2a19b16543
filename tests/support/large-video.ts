import { readFile } from 'node:fs/promises';
import { writeLargeFile } from './large-file.ts';

const sample = 'content/samples/files/lesson.mp4';

/** Bytes of a box's own head: its size, and what it is called. */
const boxHead = 8;

/**
 * Writes a film of a few seconds into a file of so many bytes: what a player has to know first
 * stands at its very end, behind a gap that it has to skip. Returns the SHA-256 of all of it.
 */
export async function writeLargeVideo(file: string, size: number): Promise<string> {
  const film = await readFile(sample);
  const at = film.indexOf('moov') - 4;
  const index = Buffer.from(film.subarray(at, at + film.readUInt32BE(at)));
  // What the site would erase, so that what it stores is what was sent.
  const notes = index.indexOf('udta');
  index.write('free', notes, 'latin1');
  index.fill(0, notes + 4, notes - 4 + index.readUInt32BE(notes - 4));
  // The pictures stay where the index says that they are: a gap takes the place it had.
  film.write('mdat', at + 4, 'latin1');
  const gap = Buffer.alloc(boxHead);
  gap.writeUInt32BE(size - film.length - index.length);
  gap.write('mdat', 4, 'latin1');
  return writeLargeFile(file, Buffer.concat([film, gap]), size, index);
}
