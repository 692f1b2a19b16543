import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { GetObjectCommand, paginateListObjectsV2, S3ServiceException } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { contentTypeOf } from '#domain/stored-file.ts';
import type { ObjectStorageConfig } from '#server/config.ts';
import { connectBucket } from './connect-bucket.ts';
import type { StorageDriver } from './file-storage.ts';

/** Files in a bucket of S3, or of what speaks its language. Readers meet the site, never the bucket. */
export function createObjectStoreDriver(config: ObjectStorageConfig): StorageDriver {
  const { client, bucket } = connectBucket(config);
  const disk = new Disk(
    new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }),
  );
  const put = (file: string, content: Readable, size: number) =>
    disk.putStream(file, content, {
      contentLength: size,
      contentType: contentTypeOf(file) ?? 'application/octet-stream',
    });
  return {
    disk,
    put,
    async adopt(file, from, size) {
      await put(file, createReadStream(from), size);
      await rm(from);
    },
    // A bucket has a file whole or not at all.
    removeUnfinished: async () => 0,
    async *listSizes() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
        for (const { Key = '', Size = 0 } of Contents) yield { path: Key, size: Size };
    },
    async open(file, range) {
      const { Body } = await client.send(
        new GetObjectCommand({
          Bucket: bucket,
          Key: file,
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      );
      if (!(Body instanceof Readable)) throw new Error('The object store sent no stream');
      return Body;
    },
    isMissing: (error) =>
      error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404,
    close: () => client.destroy(),
  };
}
