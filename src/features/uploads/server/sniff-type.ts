import { fileTypeFromBuffer } from 'file-type';

/** How many first bytes are enough to detect the type. */
export const sniffedBytes = 64 * 1024;

/** How far the first tag of a text or the start of a PDF is searched for, in bytes. */
const searchedBytes = 1024;

/** Alternative names of a type: Apple's for an MP4, and that of an animated PNG. */
const sameTypes: Record<string, string> = {
  'video/x-m4v': 'video/mp4',
  'image/apng': 'image/png',
};

/** Types that two bytes or a line of text suggest. The text that follows decides. */
const vagueTypes = new Set([
  undefined,
  'application/xml',
  'application/postscript',
  'application/eps',
  'application/rtf',
  'audio/mpeg',
]);

/** AVIF and HEIC use the same container as videos; these brands mark a picture. */
const pictureBrand = /avif|avis|mif1|msf1|miaf|he[iv][cmsx]/;

/**
 * Detects the type of a file from its first bytes. Texts that could run scripts are named, to
 * explain why they are rejected.
 */
export async function sniffType(firstBytes: Buffer): Promise<string | undefined> {
  const found = (await fileTypeFromBuffer(firstBytes))?.mime;
  const brands = readBrands(firstBytes);
  if (pictureBrand.test(brands)) return isAvif(brands, firstBytes) ? 'image/avif' : 'image/heic';
  if (found !== undefined && !vagueTypes.has(found)) return sameTypes[found] ?? found;
  const pdfAt = firstBytes.subarray(0, searchedBytes + 5).indexOf('%PDF-');
  const before = firstBytes.toString('latin1', 0, pdfAt < 0 ? searchedBytes : pdfAt);
  // UTF-16 has a zero beside each letter.
  const start = before.replaceAll('\0', '');
  if (/<svg[\s>]/i.test(start)) return 'image/svg+xml';
  if (/<(?:!doctype html|html|head|body|script)[\s>]/i.test(start)) return 'text/html';
  if (/^(?:\xef\xbb\xbf)?\s{0,9}\d{1,6}\s{1,9}\d{1,3}:\d\d:\d\d[,.]\d{1,3} {1,9}-->/.test(before))
    return 'application/x-subrip';
  // Mail programs and web servers may add a few lines before a PDF. Tags in them could run in a
  // page.
  if (pdfAt >= 0) return /<[a-z!?/]/i.test(start) ? 'text/html' : 'application/pdf';
  return found;
}

/** Returns all brands of a container file, the major brand first. */
function readBrands(firstBytes: Buffer): string {
  if (firstBytes.toString('latin1', 4, 8) !== 'ftyp') return '';
  return firstBytes.toString('latin1', 8, Math.min(firstBytes.readUInt32BE(0), searchedBytes));
}

/**
 * A general brand fits both formats: then the other brands decide, or else the codec of the
 * picture.
 */
const isAvif = (brands: string, firstBytes: Buffer) =>
  /avi[fs]/.test(brands) || (!/he[iv]/.test(brands) && firstBytes.includes('av01'));
