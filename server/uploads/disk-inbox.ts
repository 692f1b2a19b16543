import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FileStore } from '@tus/file-store';
import pLimit from 'p-limit';
import { z } from 'zod';
import { uploadMetadata } from '#domain/upload.ts';
import { AppError } from '#server/errors.ts';
import { readSpareBytes } from '#server/read-free-bytes.ts';
import { blankOutFile } from './blank-out.ts';
import { createProtocol, isUploadId } from './protocol.ts';
import type { IncomingBytes, UploadInbox } from './upload-inbox.ts';
import { createUploadRecords } from './upload-records.ts';

/** What the disk keeps free for everything else, such as signing in, in bytes; a small one less. */
const roomToLeave = 512 * 1024 ** 2;

/** What is kept with an upload: what its sender said, and what we have found out. */
const keptMetadata = z.intersection(
  uploadMetadata,
  z.object({
    owner: z.string(),
    timestamp: z.coerce.number().int(),
    path: z.string().optional(),
  }),
);

const readFrom = (file: string): IncomingBytes => ({
  async read(position, length) {
    await using handle = await open(file);
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, position);
    return bytes.subarray(0, bytesRead);
  },
});

/** Opens the inbox of one process, below a folder which is made if need be. */
export async function openDiskInbox(
  directory: string,
  readSpare = () => readSpareBytes(directory, roomToLeave),
): Promise<UploadInbox> {
  await mkdir(directory, { recursive: true });
  const records = createUploadRecords(directory);
  const protocol = createProtocol(new FileStore({ directory, configstore: records }));
  const fileOf = (id: string) => path.join(directory, id);
  let lastTimestamp = 0;

  // One after the other: each counts those that were begun before it.
  const oneAtATime = pLimit(1);

  /** Returns how many bytes are still to come of all uploads that were begun. */
  async function sumMissing(): Promise<number> {
    const ids = (await readdir(directory)).filter(isUploadId);
    const missing = ids.map(async (id) => {
      const [record, found] = await Promise.all([
        records.get(id),
        stat(fileOf(id)).catch(() => undefined),
      ]);
      return record?.size && found ? record.size - found.size : 0;
    });
    return (await Promise.all(missing)).reduce((sum, bytes) => sum + bytes, 0);
  }

  async function requireRoom(size: number): Promise<void> {
    if ((await readSpare()) >= size) return;
    const userMessage = 'The server’s disk is full.';
    const message = 'The disk has no room for an upload';
    throw new AppError(507, 'no-room', userMessage, { message });
  }

  return {
    begin: ({ metadata: { videoUrl, ...metadata }, size, owner }) =>
      oneAtATime(async () => {
        await requireRoom(size + (await sumMissing()));
        lastTimestamp = Math.max(Date.now(), lastTimestamp + 1);
        return protocol.begin(size, {
          ...metadata,
          ...(videoUrl !== undefined && { videoUrl }),
          owner,
          timestamp: String(lastTimestamp),
        });
      }),
    async handle(request) {
      if (request.method === 'PATCH') {
        const id = path.basename(new URL(request.url).pathname);
        const size = (await records.get(id))?.size ?? 0;
        // Something else may have filled the disk since it was begun.
        await requireRoom(Number(request.headers.get('Content-Length') ?? size));
      }
      return protocol.handle(request);
    },
    async find(id) {
      const record = isUploadId(id) ? await records.get(id) : undefined;
      if (!record) return undefined;
      const { owner, timestamp, path: decided, ...metadata } = keptMetadata.parse(record.metadata);
      const found = await stat(fileOf(id)).catch(() => undefined);
      return {
        ...{ id, owner, metadata, timestamp, path: decided },
        size: record.size ?? 0,
        received: found?.size ?? 0,
        bytes: found && readFrom(fileOf(id)),
      };
    },
    async decidePath(id, decided) {
      const record = await records.get(id);
      if (!record) return decided;
      record.metadata = { ...record.metadata, path: decided };
      await records.set(id, record);
      return decided;
    },
    async store(storage, { id, path: decided, cleaned }) {
      const file = fileOf(id);
      if ('content' in cleaned) {
        // Beside the bytes that came, which stay until the storage has these.
        const from = `${file}.cleaned`;
        await writeFile(from, cleaned.content);
        await storage.adopt({ path: decided, from, size: cleaned.content.length });
        return;
      }
      await blankOutFile(file, cleaned.blanks);
      await storage.adopt({ path: decided, from: file, size: (await stat(file)).size });
    },
    discardBytes: (id) => rm(fileOf(id), { force: true }),
    async remove(id) {
      await rm(fileOf(id), { force: true });
      await records.delete(id);
    },
    async removeUntouchedSince(instant) {
      const untouched = await findUntouched(directory, instant);
      for (const name of untouched) await rm(path.join(directory, name), { force: true });
      return untouched.length;
    },
    close: () => {},
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
