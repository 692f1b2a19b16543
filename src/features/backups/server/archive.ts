import { createHash } from 'node:crypto';
import { Readable, Transform, type TransformCallback, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { extract as createExtract, pack as createPack } from 'tar-stream';
import { describeError } from '#platform/errors/errors.ts';
import { decrypt, encrypt, isEncrypted } from './encryption.ts';
import { BackupError, type Manifest } from './manifest.ts';

export type ArchiveWriter = Awaited<ReturnType<typeof createArchiveWriter>>;

/**
 * Starts an archive. Its content can be read while entries are added; a slow reader slows them
 * down. Deriving the key of an encrypted one takes 32 MB for a moment.
 */
export async function createArchiveWriter(passphrase: string | undefined) {
  const pack = createPack();
  const entries: Manifest['entries'] = [];
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  // tar-stream's streams are not Node's, but have the same methods.
  pipeline(pack as unknown as NodeJS.ReadableStream, zstd).catch((error) => zstd.destroy(error));

  return {
    /** Adds an entry. Throws if a stream does not have the given size. */
    async add(path: string, content: Buffer | string | { stream: Readable; size: number }) {
      const { stream, size } =
        typeof content === 'string' || Buffer.isBuffer(content)
          ? { stream: Readable.from([Buffer.from(content)]), size: Buffer.byteLength(content) }
          : content;
      const sum = new Checksum();
      const entry = pack.entry({ name: path, size, mode: 0o600 });
      await pipeline(stream, sum, entry as unknown as NodeJS.WritableStream);
      entries.push({ path, size: sum.bytes, sha256: sum.digest() });
    },
    /** The entries added so far. */
    entries,
    finish: () => pack.finalize(),
    /** Aborts the archive: its content ends with this error. */
    fail: (error: Error) => pack.destroy(error),
    content: passphrase === undefined ? zstd : (await encrypt(zstd, passphrase)).content,
  };
}

/** An entry of an archive. Read it before the next one. */
export interface ArchiveEntry {
  path: string;
  size: number;
  content: Readable;
}

/**
 * Yields the entries of an archive in order, and skips unread content. Throws BackupError if it is
 * no backup, damaged, cut off, or has another passphrase.
 */
export async function* readArchive(
  source: Readable,
  passphrase: string | undefined,
): AsyncGenerator<ArchiveEntry> {
  const extract = createExtract();
  const unpacking = pipeline(unpack(source, passphrase), extract as unknown as Writable);
  // The readers of the entries get the error.
  unpacking.catch(() => {});
  try {
    for await (const entry of extract) {
      const { name, size } = entry.header;
      yield { path: name, size, content: entry as unknown as Readable };
      entry.resume();
    }
    await unpacking;
  } catch (error) {
    throw toBackupError(error);
  } finally {
    source.destroy();
    extract.destroy();
  }
}

const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Yields the tar in an archive. */
async function* unpack(source: Readable, passphrase: string | undefined) {
  try {
    const head = await readHead(source, 32);
    if (!isEncrypted(head) && !head.subarray(0, 4).equals(zstdMagic)) {
      throw new BackupError('This file is not a backup of the site.');
    }
    const compressed = isEncrypted(head) ? await decrypt(source, passphrase) : source;
    const zstd = createZstdDecompress();
    pipeline(compressed, zstd).catch((error) => zstd.destroy(error));
    yield* zstd;
  } catch (error) {
    throw toBackupError(error);
  }
}

/** Says that the archive is damaged, unless the error is a failure of the disk or the network. */
function toBackupError(error: unknown): unknown {
  if (error instanceof BackupError) return error;
  if (error instanceof Error && ('syscall' in error || '$metadata' in error)) return error;
  return new BackupError(`This backup is damaged or incomplete: ${describeError(error)}`);
}

/** Returns the first bytes of a stream without consuming them. */
async function readHead(source: Readable, length: number): Promise<Buffer> {
  let head = Buffer.alloc(0);
  const chunks = source.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    head = Buffer.concat([head, chunk as Buffer]);
    if (head.length >= length) break;
  }
  if (!source.readableEnded) source.unshift(head);
  return head;
}

/** Passes bytes on, and computes their count and checksum. */
export class Checksum extends Transform {
  bytes = 0;
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /** Returns the SHA-256 of all bytes, in hexadecimal. Can be called once. */
  digest = () => this.#hash.digest('hex');
}
