import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import S3rver from '@20minutes/s3rver';
import type { ObjectStorageConfig } from '#platform/config/config.ts';

/** An S3 server for one test. */
export interface ObjectStore {
  config: ObjectStorageConfig;
  /** Starts the server again on the same port, with the same files. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server on a free port with an empty bucket, whose files are below `directory`. */
export async function startObjectStore(directory: string): Promise<ObjectStore> {
  function create(wanted: number): S3rver {
    const created = new S3rver({
      address: '127.0.0.1',
      port: wanted,
      silent: true,
      // Unlike S3, s3rver signs the path of a bucket without its final slash.
      allowMismatchedSignatures: true,
      directory: path.join(directory, 'objects'),
      configureBuckets: [{ name: 'uploads' }],
    });
    created.store.putContent = writeWhole;
    return created;
  }
  let server = create(0);
  const { port } = await server.run();
  return {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'uploads',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      forcePathStyle: true,
    },
    async reopen() {
      server = create(port);
      await server.run();
    },
    close: () => server.close(),
  };
}

/**
 * Replaces an object in one step, as S3 does. S3rver itself writes into the file that others read,
 * and leaves half of it when a connection breaks.
 */
async function writeWhole(
  file: string,
  content: Buffer | AsyncIterable<Buffer>,
): Promise<[size: number, md5: string]> {
  const unfinished = `${file}.${randomUUID()}`;
  const hash = createHash('md5');
  let size = 0;
  async function* measure(chunks: AsyncIterable<Buffer> | Iterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  try {
    const chunks = Buffer.isBuffer(content) ? [content] : content;
    await pipeline(chunks, measure, createWriteStream(unfinished));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return [size, hash.digest('hex')];
}

/** The environment variables that make the site store its files here. */
export const inObjectStore = ({ config }: Pick<ObjectStore, 'config'>): Record<string, string> => ({
  S3_ENDPOINT: config.endpoint ?? '',
  S3_REGION: config.region,
  S3_BUCKET: config.bucket,
  S3_ACCESS_KEY_ID: config.accessKeyId,
  S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  S3_FORCE_PATH_STYLE: 'on',
});
