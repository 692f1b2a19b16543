import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import S3rver, { type Store } from 's3rver';
import type { ObjectStorageConfig } from '#server/config.ts';

/** An object store of a test's own, which speaks as S3 does. */
export interface ObjectStore {
  config: ObjectStorageConfig;
  /** Is there again, on the same port with the same files. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** Starts one on a free port, with an empty bucket, its files below `directory`. */
export async function startObjectStore(directory: string): Promise<ObjectStore> {
  function create(wanted: number): S3rver {
    const created = new S3rver({
      address: '127.0.0.1',
      port: wanted,
      silent: true,
      directory: path.join(directory, 'objects'),
      configureBuckets: [{ name: 'uploads', configs: [] }],
    });
    writeWhole(created.store);
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
 * Lets an object be there whole or as it was before, as S3 has it. S3rver itself writes into the file
 * that others read, and leaves half of it where a line breaks.
 */
function writeWhole(store: Store): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const file = store.getResourcePath(bucket, key, 'object');
    const unfinished = `${file}.${randomUUID()}`;
    await mkdir(path.dirname(file), { recursive: true });
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
    const md5 = hash.digest('hex');
    await store.putMetadata(bucket, key, metadata, md5);
    return { size, md5 };
  };
}

/** What tells a process of the site to keep its files in this store. */
export const inObjectStore = ({ config }: Pick<ObjectStore, 'config'>): Record<string, string> => ({
  S3_ENDPOINT: config.endpoint ?? '',
  S3_REGION: config.region,
  S3_BUCKET: config.bucket,
  S3_ACCESS_KEY_ID: config.accessKeyId,
  S3_SECRET_ACCESS_KEY: config.secretAccessKey,
  S3_FORCE_PATH_STYLE: 'on',
});
