import { fileTypeFromBuffer } from 'file-type';

/** Of so many first bytes the type can be told. */
export const tellingBytes = 64 * 1024;

/** How far into a text its first tag is looked for, in bytes. */
const looked = 1024;

/**
 * Returns what a file is by its first bytes, if we know it. Texts that could run script are named,
 * to explain their refusal.
 */
export async function sniffType(firstBytes: Buffer): Promise<string | undefined> {
  const found = (await fileTypeFromBuffer(firstBytes))?.mime;
  // Apple's name for an MP4.
  if (found === 'video/x-m4v') return 'video/mp4';
  if (found !== undefined && found !== 'application/xml') return found;
  const start = firstBytes.toString('latin1', 0, looked);
  if (/<svg[\s>]/i.test(start)) return 'image/svg+xml';
  if (/<(?:!doctype html|html|head|body|script)[\s>]/i.test(start)) return 'text/html';
  return found;
}
