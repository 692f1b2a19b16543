import path from 'node:path';
import S3rver from 's3rver';
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
  const create = (wanted: number) =>
    new S3rver({
      address: '127.0.0.1',
      port: wanted,
      silent: true,
      directory: path.join(directory, 'objects'),
      configureBuckets: [{ name: 'uploads', configs: [] }],
    });
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
