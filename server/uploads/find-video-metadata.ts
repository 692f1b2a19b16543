import type { IncomingBytes } from './upload-inbox.ts';

/** A part of an MP4 or QuickTime file: its type, and where its content lies, in bytes. */
interface Box {
  type: string;
  start: number;
  content: number;
  end: number;
}

/** A part that is to become free space: the four letters of its type change, and its content is zeros. */
export interface Blank {
  /** Where the type stands, in bytes. */
  typeAt: number;
  from: number;
  /** The first byte after it. */
  to: number;
}

/** What the type becomes: players pass over such a part. */
export const blankType = Buffer.from('free', 'latin1');

/** More parts than this are in no film; the rest is left unread. */
const mostBoxes = 20_000;

/** Says what a recording device or a person has noted of the film: place, device, names. */
const metadataTypes = new Set(['udta', 'meta']);

/** The film, and each of its tracks. */
const containerTypes = new Set(['moov', 'trak']);

/**
 * Finds what a camera has written of a film, such as where it was taken, in an MP4 or QuickTime
 * file; in the order of the file. What is broken stays. What is blank already is not found.
 */
export async function findVideoMetadata(bytes: IncomingBytes, size: number): Promise<Blank[]> {
  const blanks: Blank[] = [];
  await findWithin(bytes, { from: 0, to: size }, blanks);
  return blanks;
}

async function findWithin(
  bytes: IncomingBytes,
  { from, to }: { from: number; to: number },
  blanks: Blank[],
): Promise<void> {
  for await (const { type, start, content, end } of listBoxes(bytes, from, to)) {
    if (metadataTypes.has(type)) blanks.push({ typeAt: start + 4, from: content, to: end });
    if (containerTypes.has(type)) await findWithin(bytes, { from: content, to: end }, blanks);
  }
}

async function* listBoxes(bytes: IncomingBytes, from: number, to: number): AsyncGenerator<Box> {
  let start = from;
  for (let count = 0; count < mostBoxes && start + 8 <= to; count += 1) {
    const head = await bytes.read(start, 16);
    if (head.length < 8) return;
    const said = head.readUInt32BE(0);
    if (said === 1 && head.length < 16) return;
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
