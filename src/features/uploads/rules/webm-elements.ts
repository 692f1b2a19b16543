import { type Blank, createHeadReader, type FileBytes } from './video-bytes.ts';

const headId = 0x1a45dfa3;
const segmentId = 0x18538067;
const clusterId = 0x1f43b675;

/** The description of the video, the list of tracks, and a track. */
const describingIds = new Set([0x1549a966, 0x1654ae6b, 0xae]);

/**
 * Tags, attachments, chapters, the title, names of files and tracks; and free space, which may
 * contain old metadata.
 */
const metadataIds = new Set([
  0x1254c367, 0x1941a469, 0x1043a770, 0x7ba9, 0x7384, 0x3c83ab, 0x3e83bb, 0x536e, 0xec,
]);

/** The longest header: an id of four bytes and a size of eight. */
const maxHeadLength = 12;

/**
 * Reads a variable-length number, whose first bits give its length. `isMarked` keeps these bits.
 */
function readNumber(bytes: Uint8Array, at: number, isMarked: boolean) {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return;
  let value = isMarked ? first : first & (0xff >> length);
  let isUnknown = (first | ((0xff00 >> length) & 0xff)) === 0xff;
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[at + index] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, length, isUnknown };
}

interface Element {
  id: number;
  content: number;
  /** Undefined in live recordings, where only the next element shows the end. */
  end: number | undefined;
}

function readElement(head: Uint8Array, start: number): Element | undefined {
  const id = readNumber(head, 0, true);
  const size = id && readNumber(head, id.length, false);
  if (!id || !size) return;
  const content = start + id.length + size.length;
  return { id: id.value, content, end: size.isUnknown ? undefined : content + size.value };
}

/**
 * Returns the header of a `Void` element that replaces another: its id, and its size in up to eight
 * bytes.
 */
function toVoid(start: number, content: number, end: number): Blank {
  if (end - start < 2) return { head: new Uint8Array(), at: start, from: start, to: end };
  const sizeBytes = Math.min(content - start - 1, 8);
  const from = start + 1 + sizeBytes;
  const head = new Uint8Array(1 + sizeBytes);
  head[0] = 0xec;
  let left = end - from;
  for (let index = sizeBytes; index > 0; index -= 1) {
    head[index] = left % 256;
    left = Math.floor(left / 256);
  }
  head[1] = (head[1] ?? 0) | (0x100 >> sizeBytes);
  return { head, at: start, from, to: end };
}

/** Finds the metadata of a WebM video. Throws TooManyPartsError. */
export async function findWebmMetadata(bytes: FileBytes, size: number): Promise<Blank[]> {
  const blanks: Blank[] = [];
  const readHead = createHeadReader(bytes);
  let start = 0;
  let segmentEnd: number | undefined;
  while (start < size) {
    const head = await readHead(start, Math.min(maxHeadLength, size - start));
    const element = readElement(head, start);
    if (start === segmentEnd && element?.id !== headId && element?.id !== segmentId) {
      // What follows the video is data of a device.
      blanks.push(toVoid(start, Math.min(start + 9, size), size));
      break;
    }
    if (!element) break;
    const { id, content, end = size } = element;
    if (id === segmentId) segmentEnd = element.end;
    const isLive = id === clusterId && element.end === undefined;
    const isEntered = id === segmentId || isLive || describingIds.has(id);
    if (end > size && !isEntered) break;
    if (metadataIds.has(id)) blanks.push(toVoid(start, content, end));
    start = isEntered ? content : end;
  }
  return blanks;
}
