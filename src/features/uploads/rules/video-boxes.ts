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
  /**
   * The video codec, four letters such as `avc1`, if the file states it. If there are several, one
   * that browsers play: others may be pictures of chapters.
   */
  codec: string | undefined;
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
 * Finds the metadata of an MP4 or QuickTime video, such as where it was recorded, and its codec.
 * Skips broken parts. Throws TooManyPartsError.
 */
export async function readVideoBoxes(bytes: FileBytes, size: number): Promise<VideoParts> {
  const blanks: Blank[] = [];
  const codecs: string[] = [];
  const readHead = createHeadReader(bytes);
  const levels: Level[] = [{ type: 'file', end: size }];
  let media = { handler: '', codec: '' };
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
      if (level.type === 'mdia' && media.handler === 'vide' && media.codec)
        codecs.push(media.codec);
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
      if (type === 'mdia') media = { handler: '', codec: '' };
      levels.push({ type, end });
      start = content;
      continue;
    } else if (type === 'hdlr' && level.type === 'mdia') {
      // QuickTime has another handler in `minf`: that of the file with the data.
      media.handler = toText(await readHead(content + 8, 4));
    } else if (type === 'stsd') {
      media.codec ||= toText(await readHead(content + 12, 4));
    } else if (type === 'mdat') {
      hasData = true;
    }
    start = end;
  }
  const codec = codecs.find((one) => playable.test(one)) ?? codecs[0];
  return { blanks, codec, isIndexFirst };
}

/** The codecs that browsers play: H.264, VP8, VP9 and AV1. */
const playable = /^(?:avc\d|vp0[89]|av01)$/;

const codecNames: [pattern: RegExp, name: string][] = [
  [/^(?:hvc1|hev1|dvh1|dvhe)$/, 'HEVC (H.265)'],
  [/^ap(?:c|4|r)/, 'Apple ProRes'],
  [/^mp4v$/, 'MPEG-4 Part 2'],
  [/^(?:s263|h263|H263)$/, 'H.263'],
  [/^(?:jpeg|mjp[ab2])$/, 'Motion JPEG'],
  [/^(?:m2v1|mx\d.|xdv.|xd5.)$/, 'MPEG-2'],
  [/^dv[^h]/, 'DV'],
  [/^AVd[hn]$/, 'Avid DNxHD'],
];

/** Returns the name of a codec that many browsers cannot play; undefined for any other. */
export function nameUnplayable({ codec }: Pick<VideoParts, 'codec'>): string | undefined {
  if (codec === undefined || playable.test(codec)) return undefined;
  return codecNames.find(([pattern]) => pattern.test(codec))?.[1] ?? `“${codec.trim()}”`;
}
