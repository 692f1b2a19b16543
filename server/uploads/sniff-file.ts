import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';

/** Names that the library gives to kinds of one family. */
const sameAs: Record<string, string> = {
  // Apple's name for an MP4.
  'video/x-m4v': 'video/mp4',
};

/** How far into a text its first tag is looked for, in bytes. */
const looked = 1024;

/**
 * Returns what a file is by its first bytes, if we know it. Texts that could run script are named,
 * to explain their refusal.
 */
export async function sniffFile(file: string): Promise<string | undefined> {
  const found = (await fileTypeFromFile(file))?.mime;
  if (found !== undefined && found !== 'application/xml') return sameAs[found] ?? found;
  const start = await readStart(file);
  if (/<svg[\s>]/i.test(start)) return 'image/svg+xml';
  if (/<(?:!doctype html|html|head|body|script)[\s>]/i.test(start)) return 'text/html';
  return found;
}

async function readStart(file: string): Promise<string> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(looked), 0, looked, 0);
  return buffer.toString('latin1', 0, bytesRead);
}
