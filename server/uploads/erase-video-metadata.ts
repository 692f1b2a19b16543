import { type FileHandle, open } from 'node:fs/promises';

/** A part of an MP4 or QuickTime file: its type, and where its content lies, in bytes. */
interface Box {
  type: string;
  start: number;
  content: number;
  end: number;
}

/** More parts than this are in no film; the rest is left unread. */
const mostBoxes = 20_000;

/** What is written over with zeros at once, in bytes. */
const blank = Buffer.alloc(64 * 1024);

/** Says what a recording device or a person has noted of the film: place, device, names. */
const metadataTypes = new Set(['udta', 'meta']);

/** The film, and each of its tracks. */
const containerTypes = new Set(['moov', 'trak']);

/**
 * Erases what a camera has written of a film, such as where it was taken, from an MP4 or QuickTime
 * file, in place: it may have gigabytes. What is broken stays. Safe to repeat.
 */
export async function eraseVideoMetadata(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  const { size } = await handle.stat();
  await eraseWithin(handle, 0, size);
}

async function eraseWithin(handle: FileHandle, from: number, to: number): Promise<void> {
  for await (const box of listBoxes(handle, from, to)) {
    if (metadataTypes.has(box.type)) await erase(handle, box);
    if (containerTypes.has(box.type)) await eraseWithin(handle, box.content, box.end);
  }
}

async function* listBoxes(handle: FileHandle, from: number, to: number): AsyncGenerator<Box> {
  const head = Buffer.alloc(16);
  let start = from;
  for (let count = 0; count < mostBoxes && start + 8 <= to; count += 1) {
    const { bytesRead } = await handle.read(head, 0, 16, start);
    if (bytesRead < 8) return;
    const said = head.readUInt32BE(0);
    // 1: the size stands behind the type, in eight bytes. 0: to the end.
    const size = said === 1 ? Number(head.readBigUInt64BE(8)) : said || to - start;
    const headSize = said === 1 ? 16 : 8;
    if (size < headSize || start + size > to) return;
    yield {
      type: head.toString('latin1', 4, 8),
      start,
      content: start + headSize,
      end: start + size,
    };
    start += size;
  }
}

/** Makes it a part that players pass over, and empties it. */
async function erase(handle: FileHandle, { start, content, end }: Box): Promise<void> {
  for (let at = content; at < end; at += blank.length) {
    await handle.write(blank, 0, Math.min(blank.length, end - at), at);
  }
  await handle.write('free', start + 4, 'latin1');
}
