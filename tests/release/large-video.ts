import { readFile } from 'node:fs/promises';
import { writeLargeFile } from '#tests/support/large-file.ts';

const sample = 'content/samples/files/lesson.mp4';

/** The bytes of a box header: its size and its type. */
const boxHead = 8;

/**
 * Writes a video of a few seconds into a file of this many bytes. Its index is at the very end,
 * after a gap that a player has to skip. Returns the SHA-256 of the file.
 */
export async function writeLargeVideo(file: string, size: number): Promise<string> {
  const film = await readFile(sample);
  const at = film.indexOf('moov') - 4;
  const index = Buffer.from(film.subarray(at, at + film.readUInt32BE(at)));
  // The site would erase this, so it is removed here: the stored bytes are then the sent ones.
  const notes = index.indexOf('udta');
  index.write('free', notes, 'latin1');
  index.fill(0, notes + 4, notes - 4 + index.readUInt32BE(notes - 4));
  // The frames stay where the index expects them, because a gap replaces the old index.
  film.write('mdat', at + 4, 'latin1');
  const gap = Buffer.alloc(boxHead);
  gap.writeUInt32BE(size - film.length - index.length);
  gap.write('mdat', 4, 'latin1');
  return writeLargeFile(file, Buffer.concat([film, gap]), size, index);
}
