import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

const blockBytes = 4 * 1024 ** 2;

/**
 * Writes a file of so many bytes that begins with `head`; noise follows that no two files
 * share and no disk can shorten. Answers the SHA-256 of all of it. Needs little memory.
 */
export async function writeLargeFile(file: string, head: Buffer, size: number): Promise<string> {
  const hash = createHash('sha256');
  const noise = createCipheriv('aes-128-ctr', randomBytes(16), randomBytes(16));
  const nothing = Buffer.alloc(blockBytes);
  const handle = await open(file, 'wx');
  try {
    for (let written = 0; written < size; ) {
      const block = noise.update(nothing).subarray(0, size - written);
      if (written === 0) head.copy(block);
      hash.update(block);
      await handle.writeFile(block);
      written += block.length;
    }
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

/** The SHA-256 of an answer's body, read as it comes. */
export async function hashBody({ body }: Response): Promise<string> {
  const hash = createHash('sha256');
  if (body) await pipeline(Readable.fromWeb(body as ReadableStream<Uint8Array>), hash);
  return hash.digest('hex');
}
