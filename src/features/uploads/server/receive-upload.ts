import {
  describeMismatch,
  isTypeOf,
  refuseSize,
  type UploadKind,
} from '#features/uploads/rules/upload.ts';
import { AppError, invalidBody } from '#platform/errors/errors.ts';
import type { SingleFlight } from '#platform/jobs/concurrency.ts';
import type { ServiceDeps } from '#platform/service/service-deps.ts';
import { isUploadId } from './protocol.ts';
import { sniffedBytes, sniffType } from './sniff-type.ts';
import type { IncomingFile, NewUpload, UploadInbox } from './upload-inbox.ts';

export type UploadDeps = Pick<ServiceDeps, 'db' | 'storage' | 'log'> & {
  inbox: UploadInbox;
  /** Returns why customers can’t get a copy of a PDF with their name, if so. Throws `pdfs-busy` (503). */
  checkPdf: (read: () => Promise<Uint8Array>) => Promise<string | undefined>;
  /** Queues the conversion of a stored film, once its record names it. */
  queueFilm: (path: string) => Promise<void>;
  /** Finishes an upload once for concurrent requests to this process. Returns the path. */
  finishOnce: SingleFlight<string>;
};

export interface OwnUpload {
  id: string;
  owner: string;
}

/** Returns an upload of this account. Throws 404, also for another account's. */
export async function getOwnUpload(
  { inbox }: UploadDeps,
  { id, owner }: OwnUpload,
): Promise<IncomingFile> {
  const upload = isUploadId(id) ? await inbox.find(id) : undefined;
  if (upload?.owner !== owner) throw uploadNotFound();
  return upload;
}

/** The upload does not exist, or belongs to another account (404). */
export const uploadNotFound = () =>
  new AppError(404, 'upload-not-found', 'This upload no longer exists. Choose the file again.', {
    message: 'No such upload',
  });

/** The content has the wrong type (415). `found` is the detected type, if known. */
export const wrongContent = (kind: UploadKind, found: string | undefined) =>
  new AppError(415, 'wrong-content', describeMismatch(kind, found), {
    message: `${found ?? 'An unknown file type'} came as ${kind}`,
  });

/** Creates an upload. Returns the protocol's response. Throws 413, 422 or 507. */
export async function beginUpload({ inbox }: UploadDeps, upload: NewUpload): Promise<Response> {
  const refusal = refuseSize(upload.metadata.kind, upload.size);
  if (refusal && upload.size > 0) {
    const message = 'An upload over its limit';
    throw new AppError(413, 'upload-too-large', refusal, { message });
  }
  if (refusal) throw invalidBody([{ field: 'file', message: refusal }]);
  return inbox.begin(upload);
}

/**
 * Handles one protocol request for an upload. A file of the wrong type is rejected with its first
 * part. Throws 404, 415 and the protocol's errors.
 */
export async function receivePart(
  deps: UploadDeps,
  { request, ...which }: OwnUpload & { request: Request },
): Promise<Response> {
  const { inbox } = deps;
  const before = await getOwnUpload(deps, which);
  if (request.method === 'DELETE') {
    await inbox.remove(which.id);
    return new Response(null, { status: 204, headers: { 'Tus-Resumable': '1.0.0' } });
  }
  if (before.path !== undefined && before.bytes === undefined) {
    return answerForStored(before, request.method);
  }
  const response = await inbox.handle(request);
  // Shorter beginnings are checked at the end.
  if (request.method === 'PATCH' && before.received < sniffedBytes) {
    await refuseWrongContent(inbox, which.id);
  }
  return response;
}

async function refuseWrongContent(inbox: UploadDeps['inbox'], id: string): Promise<void> {
  const upload = await inbox.find(id);
  if (!upload?.bytes || upload.received < Math.min(sniffedBytes, upload.size)) return;
  const { kind } = upload.metadata;
  const type = await sniffType(await upload.bytes.read(0, sniffedBytes));
  if (type !== undefined && isTypeOf(kind, type)) return;
  await inbox.remove(id);
  throw wrongContent(kind, type);
}

/** The storage already has the bytes: a browser that missed the response asks again. */
function answerForStored({ size }: IncomingFile, method: string): Response {
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': String(size),
    'Upload-Length': String(size),
  };
  return new Response(null, { status: method === 'HEAD' ? 200 : 204, headers });
}
