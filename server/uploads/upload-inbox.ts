import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { FileStore } from '@tus/file-store';
import { Metadata, Server, TUS_RESUMABLE } from '@tus/server';
import { z } from 'zod';
import { type UploadMetadata, uploadMetadata } from '#domain/upload.ts';
import { AppError } from '#server/errors.ts';
import { createUploadRecords, isUploadId } from './upload-records.ts';

export interface IncomingFile {
  id: string;
  /** Whose it is: only the account that began it may go on with it. */
  owner: string;
  metadata: UploadMetadata;
  /** When it was begun, in milliseconds since the epoch; no two of one process are alike. */
  timestamp: number;
  /** Bytes it will have, and those that have come. */
  size: number;
  received: number;
  /** Where its bytes are on this machine; nothing once the storage has taken them. */
  file: string | undefined;
  /** Where the storage keeps it, once that is decided. */
  path: string | undefined;
}

export type UploadInbox = Awaited<ReturnType<typeof openUploadInbox>>;

/** Where uploads are, below the site's address. */
export const uploadsPath = '/api/uploads';

/** What the disk keeps free for everything else, in bytes. */
const reserved = 256 * 1024 ** 2;

/** What is kept with an upload: what its sender said, and what we have found out. */
const keptMetadata = z.intersection(
  uploadMetadata,
  z.object({
    owner: z.string(),
    timestamp: z.coerce.number().int(),
    path: z.string().optional(),
  }),
);

/** What the protocol's own refusals mean to people. Their statuses matter to its clients. */
const meanings: Record<number, string> = {
  404: 'This upload does not exist any more. Please choose the file again.',
  409: 'The upload has gone on elsewhere meanwhile.',
  410: 'This upload does not exist any more. Please choose the file again.',
  413: 'More was sent than the file was said to have.',
  423: 'The upload is busy. Please try again in a moment.',
};

function uploadRefused(status: number, reason: string): AppError {
  const other =
    status >= 500
      ? 'The file could not be received. Please try again.'
      : 'The upload could not be understood.';
  const message = `The upload was refused: ${reason.trim().slice(0, 200)}`;
  return new AppError(status, 'upload-refused', meanings[status] ?? other, { message });
}

/** Opens the inbox below a folder, which is made if need be. */
export async function openUploadInbox(directory: string) {
  await mkdir(directory, { recursive: true });
  const records = createUploadRecords(directory);
  const server = new Server({
    path: uploadsPath,
    datastore: new FileStore({ directory, configstore: records }),
    relativeLocation: true,
    // No other site may read the answers.
    allowedOrigins: [],
  });
  const fileOf = (id: string) => path.join(directory, id);
  let lastTimestamp = 0;

  /** Handles the protocol's calls on an upload: HEAD, PATCH and DELETE. Throws what it refuses. */
  async function handle(request: Request): Promise<Response> {
    const response = await server.handleWeb(request);
    if (response.status < 400) return response;
    throw uploadRefused(response.status, await response.text());
  }

  return {
    /** Begins an upload. Its URL is in the response's `Location`. Throws 507. */
    async begin({
      metadata: { videoUrl, ...metadata },
      size,
      owner,
    }: Pick<IncomingFile, 'metadata' | 'size' | 'owner'>) {
      const { bavail, bsize } = await statfs(directory);
      if (bavail * bsize < size + reserved) {
        const userMessage = 'There is not enough room on the server for this file.';
        const message = 'The disk has no room for an upload';
        throw new AppError(507, 'no-room', userMessage, { message });
      }
      lastTimestamp = Math.max(Date.now(), lastTimestamp + 1);
      const kept = {
        ...metadata,
        ...(videoUrl !== undefined && { videoUrl }),
        owner,
        timestamp: String(lastTimestamp),
      };
      // Said anew, so that nothing but what was checked reaches the protocol's server.
      const headers = {
        'Tus-Resumable': TUS_RESUMABLE,
        'Upload-Length': String(size),
        'Upload-Metadata': Metadata.stringify(kept),
      };
      return handle(new Request(`http://inbox${uploadsPath}`, { method: 'POST', headers }));
    },
    handle,
    async find(id: string): Promise<IncomingFile | undefined> {
      const record = isUploadId(id) ? await records.get(id) : undefined;
      if (!record) return undefined;
      const { owner, timestamp, path: decided, ...metadata } = keptMetadata.parse(record.metadata);
      const bytes = await stat(fileOf(id)).catch(() => undefined);
      return {
        ...{ id, owner, metadata, timestamp, path: decided },
        size: record.size ?? 0,
        received: bytes?.size ?? 0,
        file: bytes && fileOf(id),
      };
    },
    /** Remembers where the storage keeps an upload, before it does. */
    async decidePath(id: string, decided: string) {
      const record = await records.get(id);
      if (!record) return;
      record.metadata = { ...record.metadata, path: decided };
      await records.set(id, record);
    },
    discardBytes: (id: string) => rm(fileOf(id), { force: true }),
    /** Deletes an upload with its bytes. One that is not there is no error. */
    async remove(id: string) {
      await rm(fileOf(id), { force: true });
      await records.delete(id);
    },
    /** Deletes everything that nothing has happened to since. Returns how many files that were. */
    async removeUntouchedSince(instant: Date) {
      const untouched = await findUntouched(directory, instant);
      for (const name of untouched) await rm(path.join(directory, name), { force: true });
      return untouched.length;
    },
  };
}

/** Returns the files of uploads to which nothing has happened: neither to the bytes nor to what is known of them. */
async function findUntouched(directory: string, since: Date): Promise<string[]> {
  const lastTouch = new Map<string, { names: string[]; at: number }>();
  for (const name of await readdir(directory)) {
    const found = await stat(path.join(directory, name)).catch(() => undefined);
    if (!found) continue;
    const id = name.split('.')[0] ?? name;
    const { names, at } = lastTouch.get(id) ?? { names: [], at: 0 };
    lastTouch.set(id, { names: [...names, name], at: Math.max(at, found.mtimeMs) });
  }
  return [...lastTouch.values()].flatMap(({ names, at }) => (at < since.getTime() ? names : []));
}
