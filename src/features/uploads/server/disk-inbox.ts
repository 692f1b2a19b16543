import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FileStore } from '@tus/file-store';
import type { KvStore, Upload } from '@tus/server';
import { z } from 'zod';
import { uploadMetadata } from '#features/uploads/rules/upload.ts';
import { readSpareBytes } from '#platform/config/read-free-bytes.ts';
import { AppError } from '#platform/errors/errors.ts';
import { createWhole } from '#platform/storage/whole-file.ts';
import { blankOutFile } from './blank-out.ts';
import { createProtocol } from './protocol.ts';
import type { IncomingBytes, UploadInbox } from './upload-inbox.ts';

/** The disk space that uploads leave free, in bytes. */
const reservedBytes = 512 * 1024 ** 2;

/** The metadata that is stored with an upload. */
const keptMetadata = uploadMetadata.extend({
  owner: z.string(),
  timestamp: z.coerce.number().int(),
  path: z.string().optional(),
});

/** Opens the inbox of one process, in a folder that is created if needed. */
export async function openDiskInbox(
  directory: string,
  readSpare = () => readSpareBytes(directory, reservedBytes),
): Promise<UploadInbox> {
  await mkdir(directory, { recursive: true });
  const records = createRecords(directory);
  const protocol = createProtocol(new FileStore({ directory, configstore: records }));
  const fileOf = (id: string) => path.join(directory, id);
  let lastTimestamp = 0;

  async function requireRoom(size: number): Promise<void> {
    if ((await readSpare()) >= size) return;
    const userMessage = 'The server’s disk is full.';
    const message = 'Not enough disk space for an upload';
    throw new AppError(507, 'no-room', userMessage, { message });
  }

  return {
    async begin({ metadata, size, owner }) {
      await requireRoom(size);
      lastTimestamp = Math.max(Date.now(), lastTimestamp + 1);
      return protocol.begin(size, { ...metadata, owner, timestamp: String(lastTimestamp) });
    },
    async handle(request) {
      // The disk may have filled up since the upload started.
      await requireRoom(Number(request.headers.get('Content-Length') ?? 0));
      return protocol.handle(request);
    },
    async find(id) {
      const record = await records.get(id);
      if (!record) return undefined;
      const { owner, timestamp, path: decided, ...metadata } = keptMetadata.parse(record.metadata);
      const found = await stat(fileOf(id)).catch(() => undefined);
      return {
        id,
        owner,
        metadata,
        timestamp,
        path: decided,
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
      // The received bytes are kept until the storage has the cleaned file.
      const from = `${file}.cleaned`;
      if ('content' in cleaned) {
        await writeFile(from, cleaned.content);
        await storage.adopt({ path: decided, from, size: cleaned.content.length });
        return;
      }
      if (await cleaned.rewrite?.(from)) {
        await storage.adopt({ path: decided, from, size: (await stat(from)).size });
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

/** Stores the record of each upload in a small file next to its bytes, atomically. */
function createRecords(directory: string): KvStore {
  const fileOf = (id: string) => path.join(directory, `${id}.json`);
  return {
    async get(id) {
      try {
        return JSON.parse(await readFile(fileOf(id), 'utf8')) as Upload;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    set: (id, upload) => createWhole(directory, `${id}.json`, JSON.stringify(upload)),
    delete: (id) => rm(fileOf(id), { force: true }),
  };
}

const readFrom = (file: string): IncomingBytes => ({
  async read(position, length) {
    await using handle = await open(file);
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await handle.read(bytes, 0, length, position);
    return bytes.subarray(0, bytesRead);
  },
});

/** Returns the files of uploads whose bytes and record have not changed since. */
async function findUntouched(directory: string, since: Date): Promise<string[]> {
  const names = await readdir(directory);
  const idOf = (name: string) => name.split('.')[0] ?? name;
  const touched = new Set<string>();
  for (const name of names) {
    const found = await stat(path.join(directory, name)).catch(() => undefined);
    if (!found || found.mtime >= since) touched.add(idOf(name));
  }
  return names.filter((name) => !touched.has(idOf(name)));
}
