import { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStorageConfig } from '#platform/config/config.ts';

/** Creates a client for a bucket. Makes no connection yet; `client.destroy()` closes it. */
export function connectBucket(config: ObjectStorageConfig) {
  const { bucket, accessKeyId, secretAccessKey, ...endpoint } = config;
  const client = new S3Client({
    ...endpoint,
    credentials: { accessKeyId, secretAccessKey },
    // Many servers other than Amazon's do not support the checksums that the client adds by
    // default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
    maxAttempts: 2,
    // The client would log to the console that a stream cannot be retried. Callers report errors.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  return { client, bucket };
}
