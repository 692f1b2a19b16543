import { type DataStore, Metadata, Server, TUS_RESUMABLE } from '@tus/server';
import { uploadsPath } from '#features/uploads/rules/upload.ts';
import { AppError } from '#platform/errors/errors.ts';

/** Whether a name is that of an upload: it becomes part of a path. */
export const isUploadId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** What people read of the protocol's own refusals. Its clients depend on their statuses. */
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

/** Answers the calls of the tus protocol, on top of a store for the bytes. */
export function createProtocol(datastore: DataStore) {
  const server = new Server({
    path: uploadsPath,
    datastore,
    relativeLocation: true,
    // No other site may read the answers.
    allowedOrigins: [],
    // What the protocol does not know is a database, disk or bucket that fails.
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
    /** Begins an upload. Its metadata is what was checked, not what the request says. */
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
