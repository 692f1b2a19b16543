import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

const blockBytes = 4 * 1024 ** 2;

/**
 * Writes a file of this many bytes that begins with `head` and ends with `tail`, with random bytes
 * in between. Returns the SHA-256 of the file. Uses little memory.
 */
export async function writeLargeFile(
  file: string,
  head: Buffer,
  size: number,
  tail = Buffer.alloc(0),
): Promise<string> {
  const hash = createHash('sha256');
  const noise = createCipheriv('aes-128-ctr', randomBytes(16), randomBytes(16));
  const nothing = Buffer.alloc(blockBytes);
  const handle = await open(file, 'wx');
  try {
    const end = size - tail.length;
    for (let written = 0; written < end; ) {
      const block = noise.update(nothing).subarray(0, end - written);
      if (written === 0) head.copy(block);
      hash.update(block);
      await handle.writeFile(block);
      written += block.length;
    }
    hash.update(tail);
    await handle.writeFile(tail);
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

/** Returns the SHA-256 of a stream without buffering it. */
export async function hashStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}

/** Returns the SHA-256 of a response body without buffering it. */
export const hashBody = ({ body }: Response): Promise<string> =>
  hashStream(body ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : Readable.from([]));
