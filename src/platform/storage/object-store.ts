import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ObjectStorageConfig } from '#platform/config/config.ts';
import { contentTypeOf } from '#rules/stored-file.ts';
import { connectBucket } from './connect-bucket.ts';
import type { ByteRange, StorageDriver } from './file-storage.ts';

/** Stores files in a bucket of S3 or a compatible server. */
export function createObjectStoreDriver(config: ObjectStorageConfig): StorageDriver {
  const connection = connectBucket(config);
  const { client, bucket: Bucket } = connection;

  async function put(Key: string, Body: Readable, ContentLength: number): Promise<void> {
    const ContentType = contentTypeOf(Key) ?? 'application/octet-stream';
    await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength, ContentType }));
  }

  return {
    put,
    async adopt(file, from, size) {
      await put(file, createReadStream(from), size);
      await rm(from);
    },
    async find(file) {
      const head = await client
        .send(new HeadObjectCommand({ Bucket, Key: file }))
        .catch((error: unknown) => {
          if (isMissing(error)) return undefined;
          throw error;
        });
      if (!head) return undefined;
      const { ContentLength: size = 0, ETag = '', LastModified = new Date(0) } = head;
      return { path: file, size, etag: ETag.replace(/^W\//, ''), modifiedAt: LastModified };
    },
    locate: () => undefined,
    open: (file, range) => openObject(connection, file, range),
    async delete(file) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: file }));
    },
    async *list(folder) {
      const inFolder = { Delimiter: '/', Prefix: folder && `${folder}/` };
      const listing = { Bucket, ...(folder !== undefined && inFolder) };
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, listing))
        for (const { Key = '', Size = 0 } of Contents) yield { path: Key, size: Size };
    },
    // A bucket writes files atomically.
    removeUnfinished: async () => 0,
    close: () => client.destroy(),
  };
}

/** Opens an object, or a range of it, as a stream. */
export async function openObject(
  { client, bucket }: ReturnType<typeof connectBucket>,
  key: string,
  range?: ByteRange,
): Promise<Readable> {
  const { Body } = await client.send(
    new GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    }),
  );
  if (!(Body instanceof Readable)) throw new Error('The object store sent no stream');
  return Body;
}

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
