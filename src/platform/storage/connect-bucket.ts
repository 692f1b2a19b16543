import { S3Client } from '@aws-sdk/client-s3';
import type { ObjectStorageConfig } from '#platform/config/config.ts';

/** Prepares to speak to a bucket. Connects to nothing yet; `client.destroy()` ends it. */
export function connectBucket(config: ObjectStorageConfig) {
  const { bucket, accessKeyId, secretAccessKey, ...place } = config;
  const client = new S3Client({
    ...place,
    credentials: { accessKeyId, secretAccessKey },
    // Many servers other than Amazon's do not know the checksums that the client adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
    maxAttempts: 2,
    // It would write to the console that a stream cannot be sent twice. Callers report errors.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  return { client, bucket };
}
