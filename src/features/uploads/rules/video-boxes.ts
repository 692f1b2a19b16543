import { type Blank, createHeadReader, type FileBytes } from './video-bytes.ts';

/**
 * Metadata of a device or a person, such as the location; and free space, which may contain old
 * metadata.
 */
const metadataTypes = new Set(['udta', 'meta', 'uuid', 'XMP_', 'free', 'skip']);

const setOf = (types: string) => new Set(types.split(' '));

/**
 * The boxes that players need, by parent box. All others are additions by a device. If a parent is
 * not listed, only the types above are removed. Other boxes are not entered, which bounds the
 * depth.
 */
const needed: Record<string, ReadonlySet<string> | undefined> = {
  file: setOf('ftyp styp pdin moov moof mfra mdat sidx ssix prft emsg wide'),
  moov: setOf('mvhd trak mvex pssh iods ctab clip rmra cmov'),
  trak: setOf('tkhd mdia edts tref tapt trgr load imap clip matt txas'),
  mdia: setOf('mdhd hdlr minf elng'),
  minf: undefined,
  stbl: undefined,
  moof: undefined,
  traf: undefined,
};

export interface VideoParts {
  /** The metadata, in file order. */
  blanks: Blank[];
  /** Whether the index precedes the pictures and sound, so that players can start early. */
  isIndexFirst: boolean;
}

interface Box {
  type: string;
  content: number;
  end: number;
}

const toText = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/** Reads the header of a box that starts at `start` in a `parent`; undefined if there is none. */
function readBox(head: Uint8Array, start: number, parent: Level): Box | undefined {
  if (head.length < 8) return;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const said = view.getUint32(0);
  const type = toText(head.subarray(4, 8));
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type) || (said === 1 && head.length < 16)) return;
  // 1: the size follows the type, in eight bytes. 0: until the end.
  const size = said === 1 ? Number(view.getBigUint64(8)) : said || parent.end - start;
  const headSize = said === 1 ? 16 : 8;
  if (size < headSize) return;
  const end = start + size;
  if (end <= parent.end) return { type, content: start + headSize, end };
  // An interrupted recording still plays.
  const isCut = needed[parent.type]?.has(type) && start + headSize <= parent.end;
  return isCut ? { type, content: start + headSize, end: parent.end } : undefined;
}

const freeType = new Uint8Array(Array.from('free', (letter) => letter.charCodeAt(0)));

/** Returns a `free` box that replaces bytes which are no box. */
function toFreeBox(at: number, to: number): Blank {
  const size = to - at;
  const head = new Uint8Array(size < 8 ? 0 : 8);
  if (size >= 8) {
    // 0, for sizes that need more than four bytes: until the end.
    new DataView(head.buffer).setUint32(0, size > 0xffffffff ? 0 : size);
    head.set(freeType, 4);
  }
  return { head, at, from: at + head.length, to };
}

/** A box whose content is being read. */
interface Level {
  type: string;
  end: number;
}

/**
 * Finds the metadata of an MP4 or QuickTime video, such as where it was recorded.
 * Skips broken parts. Throws TooManyPartsError.
 */
export async function readVideoBoxes(bytes: FileBytes, size: number): Promise<VideoParts> {
  const blanks: Blank[] = [];
  const readHead = createHeadReader(bytes);
  const levels: Level[] = [{ type: 'file', end: size }];
  let hasMovie = false;
  let hasData = false;
  let isIndexFirst = true;
  let start = 0;
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const box =
      start + 8 > level.end ? undefined : readBox(await readHead(start, 16), start, level);
    if (!box) {
      // The rest of a box that has only known ones is data of a device. A file without a movie is
      // no video.
      if (hasMovie && needed[level.type] && start < level.end) {
        blanks.push(toFreeBox(start, level.end));
      }
      start = level.end;
      levels.pop();
      continue;
    }
    const { type, content, end } = box;
    const isNeeded = needed[level.type]?.has(type) ?? true;
    if (metadataTypes.has(type) || type.startsWith('\xa9') || !isNeeded) {
      blanks.push({ head: freeType, at: start + 4, from: content, to: end });
    } else if (Object.hasOwn(needed, type)) {
      if (type === 'moov') {
        hasMovie = true;
        isIndexFirst = !hasData;
      }
      levels.push({ type, end });
      start = content;
      continue;
    } else if (type === 'mdat') {
      hasData = true;
    }
    start = end;
  }
  return { blanks, isIndexFirst };
}
