import path from 'node:path';
import S3rver from 's3rver';
import type { ObjectStorageConfig } from '#server/config.ts';

/** An object store of a test's own, which speaks as S3 does. */
export interface ObjectStore {
  config: ObjectStorageConfig;
  close(): Promise<void>;
}

/** Starts one on a free port, with an empty bucket, its files below `directory`. */
export async function startObjectStore(directory: string): Promise<ObjectStore> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: path.join(directory, 'objects'),
    configureBuckets: [{ name: 'uploads', configs: [] }],
  });
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
    close: () => server.close(),
  };
}
