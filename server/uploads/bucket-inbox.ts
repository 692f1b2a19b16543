import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { DataStore, ERRORS, Upload } from '@tus/server';
import pLimit from 'p-limit';
import { uploadMetadata } from '#domain/upload.ts';
import type { ObjectStorageConfig } from '#server/config.ts';
import type { Database } from '#server/db/executor.ts';
import {
  addUploadPart,
  decideUploadPath,
  deleteUntouchedUploads,
  deleteUpload,
  findUpload,
  forgetUploadParts,
  insertUpload,
  listNamedParts,
  type UploadRow,
} from '#server/db/queries/uploads.ts';
import type { UploadPart } from '#server/db/schema.ts';
import { connectBucket } from '#server/storage/connect-bucket.ts';
import { blankOut } from './blank-out.ts';
import { createProtocol, isUploadId } from './protocol.ts';
import { toPieces } from './to-pieces.ts';
import type { IncomingBytes, UploadInbox } from './upload-inbox.ts';

/** A piece of an upload that is one object of the bucket, and in memory until it is; as large as what browsers send at once. In bytes. */
const pieceBytes = 8 * 1024 ** 2;

/** Where they lie in the bucket; no storage path begins with it. */
const prefix = 'uploads-in-progress/';

/** So many bytes are read at least, as whoever reads a few goes on just behind them. */
const readAhead = 64 * 1024;

/** So many are deleted side by side. */
const deletedAtOnce = 8;

interface BucketInboxOptions {
  db: Database;
  config: ObjectStorageConfig;
}

/**
 * Opens the inbox of all processes that share a bucket and a database. A piece is an object of its own;
 * it counts once its row names it, which only one can where the one before it ends. So nothing has to
 * be locked while bytes come, and a process that hangs on to a dead line can spoil nothing.
 */
export function openBucketInbox({ db, config }: BucketInboxOptions): UploadInbox {
  const parts = openParts(config);
  const protocol = createProtocol(new PartsStore(db, parts));
  const removeRow = async (row: UploadRow | undefined) => parts.remove(row?.parts ?? []);

  return {
    begin: ({ metadata: { videoUrl, ...metadata }, size, owner }) =>
      protocol.begin(size, { ...metadata, ...(videoUrl !== undefined && { videoUrl }), owner }),
    handle: protocol.handle,
    async find(id) {
      const row = isUploadId(id) ? await findUpload(db, id) : undefined;
      if (!row) return undefined;
      const { parts: received, path, touchedAt: _, ...upload } = row;
      const bytes = received ? parts.join(received) : undefined;
      return { ...upload, path: path ?? undefined, bytes };
    },
    decidePath: async (id, path) => (await decideUploadPath(db, id, path)) ?? path,
    async store(storage, { id, path, cleaned }) {
      if ('content' in cleaned) {
        const { content } = cleaned;
        return storage.put({ path, content: Readable.from([content]), size: content.length });
      }
      const row = await findUpload(db, id);
      if (!row?.parts) throw new Error('An upload disappeared while it was being finished');
      const all = Readable.from(parts.readAll(row.parts), { objectMode: false });
      const content = blankOut(cleaned.blanks);
      all.once('error', (error) => content.destroy(error));
      return storage.put({ path, content: all.pipe(content), size: row.size });
    },
    async discardBytes(id) {
      const row = await findUpload(db, id);
      // What is killed before the objects are gone leaves them to the sweep.
      await forgetUploadParts(db, id);
      await removeRow(row);
    },
    remove: async (id) => removeRow(await deleteUpload(db, id)),
    async removeUntouchedSince(instant) {
      const untouched = await deleteUntouchedUploads(db, instant);
      for (const row of untouched) await removeRow(row);
      let orphans = 0;
      for await (const keys of parts.listOlderThan(instant)) {
        const named = await listNamedParts(db, keys.map(toUploadId));
        const unnamed = keys.filter((key) => !named.has(key));
        await parts.remove(unnamed.map((key) => ({ key })));
        orphans += unnamed.length;
      }
      return untouched.length + orphans;
    },
    close: parts.close,
  };
}

type Parts = ReturnType<typeof openParts>;

/** The other way: which upload a part belongs to. */
const toUploadId = (key: string) => key.slice(prefix.length).split('/')[0] ?? '';

/** The objects that uploads are made of. */
function openParts(config: ObjectStorageConfig) {
  const { client, bucket: Bucket } = connectBucket(config);

  async function open(Key: string, range?: { start: number; end: number }): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await client.send(
      new GetObjectCommand({ Bucket, Key, ...(Range !== undefined && { Range }) }),
    );
    if (!(Body instanceof Readable)) throw new Error('The object store sent no stream');
    return Body;
  }

  /** Reads bytes of several parts, as if they were one. */
  async function readAcross(parts: UploadPart[], position: number, length: number) {
    const read: Buffer[] = [];
    let offset = 0;
    for (const { key, size } of parts) {
      const start = Math.max(position - offset, 0);
      const end = Math.min(position + length - offset, size) - 1;
      if (start <= end) read.push(await buffer(await open(key, { start, end })));
      offset += size;
    }
    return Buffer.concat(read);
  }

  return {
    /** Puts some bytes of an upload into the bucket, under a name that no other process chooses. */
    async put(id: string, offset: number, content: Buffer): Promise<UploadPart> {
      const key = `${prefix}${id}/${offset}-${randomBytes(8).toString('hex')}`;
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: content }));
      return { key, size: content.length };
    },
    join(parts: UploadPart[]): IncomingBytes {
      let known = { at: 0, bytes: Buffer.alloc(0) };
      return {
        async read(position, length) {
          const isKnown =
            position >= known.at && position + length <= known.at + known.bytes.length;
          if (!isKnown) {
            const bytes = await readAcross(parts, position, Math.max(length, readAhead));
            known = { at: position, bytes };
          }
          return known.bytes.subarray(position - known.at, position - known.at + length);
        },
      };
    },
    async *readAll(parts: UploadPart[]): AsyncGenerator<Buffer> {
      for (const { key } of parts) yield* await open(key);
    },
    async remove(parts: Pick<UploadPart, 'key'>[]): Promise<void> {
      const limit = pLimit(deletedAtOnce);
      const removed = parts.map(({ key: Key }) =>
        limit(() => client.send(new DeleteObjectCommand({ Bucket, Key }))),
      );
      await Promise.all(removed);
    },
    /** Yields the keys of all parts that are older, some at a time. */
    async *listOlderThan(instant: Date): AsyncGenerator<string[]> {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        const old = (page.Contents ?? []).filter(
          ({ LastModified }) => LastModified !== undefined && LastModified < instant,
        );
        const keys = old.flatMap(({ Key }) => Key ?? []);
        if (keys.length > 0) yield keys;
      }
    },
    close: () => client.destroy(),
  };
}

/** What the protocol's server asks of whatever keeps the bytes. */
class PartsStore extends DataStore {
  override extensions = ['creation', 'termination'];
  readonly #db: Database;
  readonly #parts: Parts;

  constructor(db: Database, parts: Parts) {
    super();
    this.#db = db;
    this.#parts = parts;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { owner = '', ...metadata } = upload.metadata ?? {};
    await insertUpload(this.#db, {
      ...{ id: upload.id, owner: owner ?? '', size: upload.size ?? 0 },
      metadata: uploadMetadata.parse(metadata),
    });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = isUploadId(id) ? await findUpload(this.#db, id) : undefined;
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    if (!row.parts) throw ERRORS.FILE_NO_LONGER_EXISTS;
    const { size, received: offset, metadata } = row;
    const { videoUrl, ...said } = metadata;
    const about = { ...said, ...(videoUrl !== undefined && { videoUrl }) };
    return new Upload({ id, size, offset, metadata: about });
  }

  /** Throws 409 where another call has brought the same bytes meanwhile. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let at = offset;
    for await (const piece of toPieces(stream, pieceBytes)) {
      const part = await this.#parts.put(id, at, piece).catch(refuse);
      if (!(await addUploadPart(this.#db, id, { offset: at, part }))) {
        await this.#parts.remove([part]).catch(() => {});
        throw ERRORS.INVALID_OFFSET;
      }
      at += part.size;
    }
    return at;
  }

  override async remove(id: string): Promise<void> {
    const row = await deleteUpload(this.#db, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    await this.#parts.remove(row.parts ?? []);
  }
}

/** As the protocol's server knows refusals: 503, the bucket is away. */
function refuse(cause: unknown): never {
  const body = 'The object store rejected a part';
  throw Object.assign(new Error(body, { cause }), { status_code: 503, body });
}
