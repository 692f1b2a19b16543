import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

/** How far into a text its first tag is looked for, in bytes. */
const looked = 1024;

/**
 * Returns what a file is by its first bytes, if we know it. Texts that could run script are named,
 * to explain their refusal.
 */
export async function sniffFile(file: string): Promise<string | undefined> {
  const found = (await fileTypeFromFile(file))?.mime;
  // Apple's name for an MP4.
  if (found === 'video/x-m4v') return 'video/mp4';
  if (found !== undefined && found !== 'application/xml') return found;
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(looked), 0, looked, 0);
  const start = buffer.toString('latin1', 0, bytesRead);
  if (/<svg[\s>]/i.test(start)) return 'image/svg+xml';
  if (/<(?:!doctype html|html|head|body|script)[\s>]/i.test(start)) return 'text/html';
  return found;
}
