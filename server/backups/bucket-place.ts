import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { readBackupName } from '#domain/backup.ts';
import type { ObjectStorageConfig } from '#server/config.ts';
import { describeError } from '#server/errors.ts';
import { connectBucket } from '#server/storage/connect-bucket.ts';
import { BackupError } from './backup-error.ts';
import { type BackupPlace, listBackups } from './backup-place.ts';

/** A bucket takes 10,000 parts: these make 80 GB. Two of them are under way. In bytes. */
const partSize = 8 * 1024 * 1024;
const partsAtOnce = 2;

/** Begins the names of all backups. */
const prefix = 'site-';

/** Backups in a bucket of S3, or of what speaks its language. */
export function openBucketPlace(config: ObjectStorageConfig): BackupPlace {
  const { client, bucket: Bucket } = connectBucket(config, {
    socketTimeout: 60_000,
    maxAttempts: 3,
  });
  return {
    async list() {
      const names: string[] = [];
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        names.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
      }
      return listBackups(names);
    },
    async write(name, content) {
      let bytes = 0;
      const counter = new Transform({
        transform(chunk: Buffer, _, done) {
          bytes += chunk.length;
          done(null, chunk);
        },
      });
      const upload = new Upload({
        ...{ client, partSize, queueSize: partsAtOnce },
        params: { Bucket, Key: name, Body: counter, ContentType: 'application/octet-stream' },
      });
      // Whichever fails ends the other, and the upload knows why. Half of one is taken away by then.
      const passing = pipeline(content, counter);
      const uploading = upload.done().catch((error: Error) => {
        counter.destroy(error);
        throw error;
      });
      const [passed, uploaded] = await Promise.allSettled([passing, uploading]);
      if (uploaded.status === 'rejected') throw explain(uploaded.reason, Bucket);
      if (passed.status === 'rejected') throw passed.reason;
      return bytes;
    },
    async open(name) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: name }));
      if (!(Body instanceof Readable)) throw new Error('The object store sent no stream');
      return Body;
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: name }));
    },
    // Parts cost what files cost, and no list of files shows them.
    async removeUnfinished() {
      const listing = new ListMultipartUploadsCommand({ Bucket, Prefix: prefix });
      const { Uploads = [] } = await client.send(listing);
      for (const { Key = '', UploadId } of Uploads) {
        if (!readBackupName(Key)) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
    },
    close: () => client.destroy(),
  };
}

/** Puts what is wrong with the bucket into words. What is wrong with the content stays as it is. */
const explain = (error: object, bucket: string): object =>
  '$metadata' in error
    ? new BackupError(`The bucket ${bucket} cannot be written: ${describeError(error)}`)
    : error;
