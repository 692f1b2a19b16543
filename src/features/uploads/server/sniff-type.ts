import { fileTypeFromBuffer } from 'file-type';

/** The type can be told from so many first bytes. */
export const tellingBytes = 64 * 1024;

/** How far the first tag of a text or the start of a PDF is searched for, in bytes. */
const looked = 1024;

/** Names of one type for another: Apple's for an MP4, and a PNG that moves. */
const sameTypes: Record<string, string> = {
  'video/x-m4v': 'video/mp4',
  'image/apng': 'image/png',
};

/** The container that AVIF and HEIC share with films says by its brands that it holds a picture. */
const pictureBrand = /avif|avis|mif1|msf1|miaf|he[iv][cmsx]/;

/**
 * Returns the type of a file by its first bytes, if it is known. Texts that could run script are named to
 * explain their refusal.
 */
export async function sniffType(firstBytes: Buffer): Promise<string | undefined> {
  const found = (await fileTypeFromBuffer(firstBytes))?.mime;
  const brands = readBrands(firstBytes);
  if (pictureBrand.test(brands)) return isAvif(brands, firstBytes) ? 'image/avif' : 'image/heic';
  if (found !== undefined && found !== 'application/xml') return sameTypes[found] ?? found;
  const pdfAt = firstBytes.subarray(0, looked + 5).indexOf('%PDF-');
  const start = firstBytes.toString('latin1', 0, pdfAt < 0 ? looked : pdfAt);
  if (/<svg[\s>]/i.test(start)) return 'image/svg+xml';
  if (/<(?:!doctype html|html|head|body|script)[\s>]/i.test(start)) return 'text/html';
  // Mail programs and web servers leave a few lines before a PDF. Tags there could run in a page.
  if (pdfAt >= 0) return /<[a-z!?/]/i.test(start) ? 'text/html' : 'application/pdf';
  return found;
}

/** Returns all brands of a file of boxes, the first one first. */
function readBrands(firstBytes: Buffer): string {
  if (firstBytes.toString('latin1', 4, 8) !== 'ftyp') return '';
  return firstBytes.toString('latin1', 8, Math.min(firstBytes.readUInt32BE(0), looked));
}

/** A general brand fits both formats: the other brands decide, else the codec of the picture. */
const isAvif = (brands: string, firstBytes: Buffer) =>
  /avi[fs]/.test(brands) || (!/he[iv]/.test(brands) && firstBytes.includes('av01'));
