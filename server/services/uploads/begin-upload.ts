import { refuseSize, type UploadMetadata } from '#domain/upload.ts';
import { invalidBody } from '#server/errors.ts';
import { uploadTooLarge } from '#server/uploads/upload-errors.ts';
import type { UploadDeps } from './upload-deps.ts';

interface NewUpload {
  metadata: UploadMetadata;
  /** Bytes it will have. */
  size: number;
  owner: string;
}

/** Begins an upload, before a byte has come. Throws 413, 422 or 507; answers as the protocol wants it. */
export async function beginUpload(
  { inbox }: Pick<UploadDeps, 'inbox'>,
  upload: NewUpload,
): Promise<Response> {
  const refusal = refuseSize(upload.metadata.kind, upload.size);
  if (refusal && upload.size > 0) throw uploadTooLarge(refusal);
  if (refusal) throw invalidBody([{ field: 'file', message: refusal }]);
  return inbox.begin(upload);
}
