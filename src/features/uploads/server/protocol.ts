import { type DataStore, Metadata, Server, TUS_RESUMABLE } from '@tus/server';
import { uploadsPath } from '#features/uploads/rules/upload.ts';
import { AppError } from '#platform/errors/errors.ts';

/** Returns whether a text is an upload id, which becomes part of a path. */
export const isUploadId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** User-facing messages for the protocol's errors. Clients depend on the statuses. */
const meanings: Record<number, string> = {
  404: 'This upload no longer exists. Choose the file again.',
  409: 'This upload continued in another tab.',
  410: 'This upload no longer exists. Choose the file again.',
  413: 'The upload is larger than the file.',
  423: 'The upload is busy. Try again in a moment.',
};

function uploadRefused(status: number, reason: string): AppError {
  const other = status >= 500 ? 'The upload failed. Try again.' : 'The upload request is invalid.';
  const message = `The upload was refused: ${reason.trim().slice(0, 200)}`;
  return new AppError(status, 'upload-refused', meanings[status] ?? other, { message });
}

/** Handles requests of the tus protocol with a given store for the bytes. */
export function createProtocol(datastore: DataStore) {
  const server = new Server({
    path: uploadsPath,
    datastore,
    relativeLocation: true,
    // Other sites may not read the responses.
    allowedOrigins: [],
    // Errors unknown to the protocol come from the database, the disk or the bucket.
    onResponseError: (_, error) =>
      'status_code' in error ? undefined : { status_code: 503, body: error.message },
  });

  async function handle(request: Request): Promise<Response> {
    const response = await server.handleWeb(request);
    if (response.status < 400) return response;
    throw uploadRefused(response.status, await response.text());
  }

  return {
    handle,
    /** Creates an upload. Uses the validated metadata, not that of the request. */
    begin(size: number, metadata: Record<string, string>): Promise<Response> {
      const headers = {
        'Tus-Resumable': TUS_RESUMABLE,
        'Upload-Length': String(size),
        'Upload-Metadata': Metadata.stringify(metadata),
      };
      return handle(new Request(`http://inbox${uploadsPath}`, { method: 'POST', headers }));
    },
  };
}
