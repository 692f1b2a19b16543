import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { ObjectStorageConfig } from '#server/config.ts';
import { describeError } from '#server/errors.ts';
import { connectBucket } from '#server/storage/connect-bucket.ts';
import { Checksum } from './archive.ts';
import { BackupError } from './manifest.ts';
import { type BackupPlace, isOfBackup } from './place.ts';

/** A bucket takes 10,000 parts: these make 80 GB. Two are sent at a time. In bytes. */
const partSize = 8 * 1024 * 1024;
const partsAtOnce = 2;

/** Keeps backups in a bucket of S3, or of a server that speaks its protocol. */
export function openBucketPlace(config: ObjectStorageConfig): BackupPlace {
  const { client, bucket: Bucket } = connectBucket(config, {
    socketTimeout: 60_000,
    maxAttempts: 3,
  });
  return {
    async list(folder) {
      const Prefix = folder && `${folder}/`;
      const names: string[] = [];
      const listing = { Bucket, Prefix, Delimiter: '/' };
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, listing)) {
        names.push(...Contents.map(({ Key = '' }) => Key.slice(Prefix.length)));
      }
      return names;
    },
    async write(name, content) {
      const counted = new Checksum();
      const params = { Bucket, Key: name, Body: counted, ContentType: 'application/octet-stream' };
      const upload = new Upload({ client, partSize, queueSize: partsAtOnce, params });
      // Whichever fails ends the other. A failed upload removes its parts.
      content.once('error', (error) => counted.destroy(error)).pipe(counted);
      try {
        await upload.done();
        return counted.bytes;
      } catch (error) {
        content.destroy();
        if (!(error instanceof Error && '$metadata' in error)) throw error;
        const reason = describeError(error);
        throw new BackupError(`The bucket ${Bucket} cannot be written: ${reason}`);
      }
    },
    async open(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: name }));
        if (Body instanceof Readable) return Body;
        throw new Error('The object store sent no stream');
      } catch (error) {
        if (error instanceof NoSuchKey) throw new BackupError(`There is no backup ${name}.`);
        throw error;
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: name }));
    },
    // Parts cost as much as files, and no listing of files shows them.
    async removeUnfinished() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      for (const { Key = '', UploadId } of Uploads.filter(({ Key = '' }) => isOfBackup(Key))) {
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
    },
    close: () => client.destroy(),
  };
}
