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

const freeType = new Uint8Array(Array.from('free', (letter) => letter.charCodeAt(0)));

export interface VideoParts {
  /** The metadata, in file order. */
  blanks: Blank[];
  /** The video codec, four letters such as `avc1`, if the file states it. */
  codec: string | undefined;
}

interface Box {
  type: string;
  content: number;
  end: number;
}

const toText = (bytes: Uint8Array) => String.fromCharCode(...bytes);

/**
 * Reads the header of a box that starts at `start` and must end by `limit`; undefined if there is
 * none.
 */
function readBox(head: Uint8Array, start: number, limit: number): Box | undefined {
  if (head.length < 8) return;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const said = view.getUint32(0);
  const type = toText(head.subarray(4, 8));
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type) || (said === 1 && head.length < 16)) return;
  // 1: the size follows the type, in eight bytes. 0: until the end.
  const size = said === 1 ? Number(view.getBigUint64(8)) : said || limit - start;
  const headSize = said === 1 ? 16 : 8;
  if (size < headSize || start + size > limit) return;
  return { type, content: start + headSize, end: start + size };
}

/**
 * Finds the metadata of an MP4 or QuickTime video, such as where it was recorded, and its codec.
 * Skips broken parts. Throws TooManyPartsError.
 */
export async function readVideoBoxes(bytes: FileBytes, size: number): Promise<VideoParts> {
  const found: VideoParts = { blanks: [], codec: undefined };
  const readHead = createHeadReader(bytes);
  const levels = [{ type: 'file', end: size }];
  let handler = '';
  let start = 0;
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const box =
      start + 8 > level.end ? undefined : readBox(await readHead(start, 16), start, level.end);
    if (!box) {
      start = level.end;
      levels.pop();
      continue;
    }
    const { type, content, end } = box;
    const isNeeded = needed[level.type]?.has(type) ?? true;
    if (metadataTypes.has(type) || type.startsWith('\xa9') || !isNeeded) {
      found.blanks.push({ head: freeType, at: start + 4, from: content, to: end });
    } else if (Object.hasOwn(needed, type)) {
      levels.push({ type, end });
      start = content;
      continue;
    } else if (type === 'hdlr') {
      handler = toText(await readHead(content + 8, 4));
    } else if (type === 'stsd' && handler === 'vide') {
      found.codec ??= toText(await readHead(content + 12, 4));
    }
    start = end;
  }
  return found;
}

/** The codecs that browsers play: H.264, VP8, VP9 and AV1. */
const playable = /^(?:avc\d|vp0[89]|av01)$/;

const codecNames: [pattern: RegExp, name: string][] = [
  [/^(?:hvc1|hev1|dvh1|dvhe)$/, 'HEVC (H.265)'],
  [/^ap(?:c|4|r)/, 'Apple ProRes'],
  [/^mp4v$/, 'MPEG-4 Part 2'],
  [/^(?:s263|h263|H263)$/, 'H.263'],
  [/^(?:jpeg|mjp[ab2])$/, 'Motion JPEG'],
];

/** Returns the name of a codec that many browsers cannot play; undefined for any other. */
export function nameUnplayable({ codec }: VideoParts): string | undefined {
  if (codec === undefined || playable.test(codec)) return undefined;
  return codecNames.find(([pattern]) => pattern.test(codec))?.[1] ?? `“${codec.trim()}”`;
}
