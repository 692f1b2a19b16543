import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { GetObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { contentTypeOf } from '#domain/stored-file.ts';
import type { ObjectStorageConfig } from '#server/config.ts';
import type { StorageDriver } from './file-storage.ts';

/** Files in a bucket of S3, or of what speaks its language. Readers meet the site, never the bucket. */
export function createObjectStoreDriver(config: ObjectStorageConfig): StorageDriver {
  const { bucket, accessKeyId, secretAccessKey, ...place } = config;
  const client = new S3Client({
    ...place,
    credentials: { accessKeyId, secretAccessKey },
    // Many servers but Amazon's do not know the checksums that the client adds by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
    maxAttempts: 2,
  });
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
