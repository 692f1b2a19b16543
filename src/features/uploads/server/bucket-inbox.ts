import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DeleteObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { uploadMetadata } from '#features/uploads/rules/upload.ts';
import type { ObjectStorageConfig } from '#platform/config/config.ts';
import type { Database } from '#platform/db/executor.ts';
import type { UploadPart } from '#platform/db/schema/schema.ts';
import { connectBucket } from '#platform/storage/connect-bucket.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { openObject } from '#platform/storage/object-store.ts';
import { blankOut } from './blank-out.ts';
import { createProtocol } from './protocol.ts';
import {
  addUploadPart,
  decideUploadPath,
  deleteUntouchedUploads,
  deleteUpload,
  findUpload,
  forgetUploadParts,
  insertUpload,
  listNamedParts,
} from './queries/uploads.ts';
import type { UploadInbox } from './upload-inbox.ts';

/**
 * The approximate size of the objects that store an upload, in bytes: what browsers send per
 * request.
 */
const pieceBytes = 8 * 1024 ** 2;

/** The prefix of these objects in the bucket; no storage path starts with it. */
const prefix = 'uploads-in-progress/';

/**
 * Opens the inbox that all processes with the same bucket and database share. A piece counts once
 * the row of its upload names it, which requires that it continues the upload. So nothing is locked
 * while bytes arrive, and a process with a dead connection cannot damage a file.
 */
export function openBucketInbox(db: Database, config: ObjectStorageConfig): UploadInbox {
  const parts = openParts(config);
  const protocol = createProtocol(new PartsStore(db, parts));

  return {
    begin: ({ metadata, size, owner }) => protocol.begin(size, { ...metadata, owner }),
    handle: protocol.handle,
    async find(id) {
      const row = await findUpload(db, id);
      if (!row) return undefined;
      const { parts: received, path, touchedAt: _, ...upload } = row;
      const bytes = received
        ? { read: (at: number, length: number) => parts.read(received, at, length) }
        : undefined;
      return { ...upload, path: path ?? undefined, bytes };
    },
    decidePath: async (id, path) => (await decideUploadPath(db, id, path)) ?? path,
    async store(storage, { id, path, cleaned }) {
      if ('content' in cleaned) {
        const { content } = cleaned;
        return storage.put({ path, content: Readable.from([content]), size: content.length });
      }
      if (cleaned.rewrite && (await storeRewritten(storage, path, cleaned.rewrite))) return;
      const row = await findUpload(db, id);
      if (!row?.parts) throw new Error('An upload disappeared while it was being finished');
      const all = Readable.from(parts.readAll(row.parts), { objectMode: false });
      const content = blankOut(cleaned.blanks);
      all.once('error', (error) => content.destroy(error));
      // A part may already be deleted by another process, before the storage listens for errors.
      const failed = new Promise<never>((_, reject) => content.once('error', reject));
      const stored = storage.put({ path, content: all.pipe(content), size: row.size });
      await Promise.race([stored, failed]);
    },
    async discardBytes(id) {
      const row = await findUpload(db, id);
      // After a kill between the two steps, the sweep deletes the objects.
      await forgetUploadParts(db, id);
      await parts.remove(row?.parts ?? []);
    },
    remove: async (id) => parts.remove((await deleteUpload(db, id))?.parts ?? []),
    async removeUntouchedSince(instant) {
      const untouched = await deleteUntouchedUploads(db, instant);
      for (const row of untouched) await parts.remove(row.parts ?? []);
      let orphans = 0;
      for await (const old of parts.listOlderThan(instant)) {
        const named = await listNamedParts(db, old.map(toUploadId));
        const unnamed = old.filter(({ key }) => !named.has(key));
        await parts.remove(unnamed);
        orphans += unnamed.length;
      }
      return untouched.length + orphans;
    },
    close: parts.close,
  };
}

/** Stores what `rewrite` writes. Returns false if it can't write anything. */
async function storeRewritten(
  storage: FileStorage,
  path: string,
  rewrite: (file: string) => Promise<boolean>,
): Promise<boolean> {
  const directory = await mkdtemp(join(tmpdir(), 'film-'));
  try {
    const from = join(directory, 'film');
    if (!(await rewrite(from))) return false;
    await storage.adopt({ path, from, size: (await stat(from)).size });
    return true;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

type PartKey = Pick<UploadPart, 'key'>;
type Parts = ReturnType<typeof openParts>;

const toUploadId = ({ key }: PartKey) => key.slice(prefix.length).split('/')[0] ?? '';

/** Reads and writes the parts of uploads. */
function openParts(config: ObjectStorageConfig) {
  const connection = connectBucket(config);
  const { client, bucket: Bucket } = connection;

  return {
    /** Stores a piece of an upload under a unique name. */
    async put(id: string, offset: number, Body: Buffer): Promise<UploadPart> {
      const key = `${prefix}${id}/${offset}-${randomBytes(8).toString('hex')}`;
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body }));
      return { key, size: Body.length };
    },
    /** Reads up to `length` bytes from a position of an upload. */
    async read(parts: UploadPart[], position: number, length: number): Promise<Buffer> {
      const read: Buffer[] = [];
      let offset = 0;
      for (const { key, size } of parts) {
        const start = Math.max(position - offset, 0);
        const end = Math.min(position + length - offset, size) - 1;
        if (start <= end)
          read.push(await buffer(await openObject(connection, key, { start, end })));
        offset += size;
      }
      return Buffer.concat(read);
    },
    async *readAll(parts: UploadPart[]): AsyncGenerator<Buffer> {
      for (const { key } of parts) yield* await openObject(connection, key);
    },
    async remove(parts: PartKey[]): Promise<void> {
      const deletions = parts.map(({ key: Key }) => new DeleteObjectCommand({ Bucket, Key }));
      await Promise.all(deletions.map((deletion) => client.send(deletion)));
    },
    /** Yields all parts that are older than an instant, page by page. */
    async *listOlderThan(instant: Date): AsyncGenerator<PartKey[]> {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        const old = (page.Contents ?? []).filter(
          ({ LastModified }) => LastModified !== undefined && LastModified < instant,
        );
        if (old.length > 0) yield old.map(({ Key: key = '' }) => ({ key }));
      }
    },
    close: () => client.destroy(),
  };
}

/**
 * The store of the protocol's server: reports how much of an upload has arrived, and stores more.
 */
class PartsStore extends DataStore {
  override extensions = ['creation'];
  readonly #db: Database;
  readonly #parts: Parts;

  constructor(db: Database, parts: Parts) {
    super();
    this.#db = db;
    this.#parts = parts;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata = {} } = upload;
    const owner = metadata['owner'] ?? '';
    await insertUpload(this.#db, { id, owner, size, metadata: uploadMetadata.parse(metadata) });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.#db, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return new Upload({ id, size: row.size, offset: row.received, metadata: row.metadata });
  }

  /** Throws 409 if another request has stored the same bytes meanwhile. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let at = offset;
    for await (const piece of toPieces(stream)) {
      const part = await this.#parts.put(id, at, piece);
      if (!(await addUploadPart(this.#db, id, { offset: at, part }))) {
        await this.#parts.remove([part]).catch(() => {});
        throw ERRORS.INVALID_OFFSET;
      }
      at += part.size;
    }
    return at;
  }
}

/**
 * Yields the incoming bytes in pieces. If the connection breaks, yields the rest before throwing.
 */
async function* toPieces(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  let failure: { error: unknown } | undefined;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size < pieceBytes) continue;
      yield Buffer.concat(chunks);
      chunks = [];
      size = 0;
    }
  } catch (error) {
    failure = { error };
  }
  if (size > 0) yield Buffer.concat(chunks);
  if (failure) throw failure.error;
}
