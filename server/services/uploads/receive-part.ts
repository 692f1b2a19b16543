import { isTypeOf } from '#domain/upload.ts';
import { sniffFile } from '#server/uploads/sniff-file.ts';
import { wrongContent } from '#server/uploads/upload-errors.ts';
import { getOwnUpload, type OwnUpload, type UploadDeps } from './upload-deps.ts';

/** Of so many first bytes the type can be told; a beginning that is shorter is looked at in the end. */
const tellingBytes = 64 * 1024;

/**
 * Answers one call of the protocol on an upload: how far it is, the next part of it, or its
 * end. A file that is not what it should be is refused with its first part, not after
 * gigabytes. Throws 404, 415 and what the protocol refuses.
 */
export async function receivePart(
  { inbox }: Pick<UploadDeps, 'inbox'>,
  { request, ...which }: OwnUpload & { request: Request },
): Promise<Response> {
  const before = await getOwnUpload({ inbox }, which);
  if (before.path !== undefined && before.file === undefined) {
    return answerForStored(inbox, before, request.method);
  }
  const response = await inbox.handle(request);
  if (request.method === 'PATCH' && before.received < tellingBytes) {
    await refuseWrongContent(inbox, which.id);
  }
  return response;
}

async function refuseWrongContent(inbox: UploadDeps['inbox'], id: string): Promise<void> {
  const upload = await inbox.find(id);
  if (!upload?.file || upload.received < Math.min(tellingBytes, upload.size)) return;
  const { kind } = upload.metadata;
  const type = await sniffFile(upload.file);
  if (type !== undefined && isTypeOf(kind, type)) return;
  await inbox.remove(id);
  throw wrongContent(kind, type);
}

/** The bytes have gone into the storage; a browser that missed the answer asks once more. */
async function answerForStored(
  inbox: UploadDeps['inbox'],
  { id, size }: { id: string; size: number },
  method: string,
): Promise<Response> {
  if (method === 'DELETE') {
    await inbox.remove(id);
    return new Response(null, { status: 204, headers: { 'Tus-Resumable': '1.0.0' } });
  }
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': String(size),
    'Upload-Length': String(size),
  };
  return new Response(null, { status: method === 'HEAD' ? 200 : 204, headers });
}
