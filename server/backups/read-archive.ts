import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createZstdDecompress } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { extract as createExtract } from 'tar-stream';
import { describeError } from '#server/errors.ts';
import { BackupError } from './backup-error.ts';

/** How each of both begins. */
const ageIntro = Buffer.from('age-encryption.org/v1\n');
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** One thing in an archive, to be read before the next one is asked for. `size` is in bytes. */
export interface ArchiveEntry {
  path: string;
  size: number;
  content: Readable;
}

/**
 * Yields what is in an archive, in its order, as the caller goes on; what is not read of an entry is
 * passed over. Throws BackupError when it is no backup, damaged, cut off or of another passphrase.
 */
export async function* readArchive(
  source: Readable,
  passphrase: string | undefined,
): AsyncGenerator<ArchiveEntry> {
  const extract = createExtract();
  // Its streams are streamx's, which take the calls of Node's.
  const sink = extract as unknown as Writable;
  const unpacking = pipeline(unpack(source, passphrase), sink);
  // Met by whoever reads, here or within an entry.
  unpacking.catch(() => {});
  try {
    for await (const entry of extract) {
      const { name, size } = entry.header;
      yield { path: name, size, content: entry as unknown as Readable };
      entry.resume();
    }
    await unpacking;
  } finally {
    source.destroy();
    extract.destroy();
  }
}

/** Yields the tar that is in an archive. Whatever it throws is said of the backup. */
async function* unpack(
  source: Readable,
  passphrase: string | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    const { head, whole } = await peek(source);
    const zstd = createZstdDecompress();
    const compressed = startsWith(head, ageIntro) ? await decrypt(whole, passphrase) : whole;
    if (compressed === whole && !startsWith(head, zstdMagic)) {
      throw new BackupError('This file is not a backup of the site.');
    }
    // What fails before it fails whoever reads it.
    pipeline(compressed, zstd).catch(() => {});
    yield* zstd;
  } catch (error) {
    throw toBackupError(error);
  }
}

const startsWith = (head: Buffer, beginning: Buffer) =>
  head.subarray(0, beginning.length).equals(beginning);

/** Returns the first bytes of a stream, and the stream with them. */
async function peek(source: Readable): Promise<{ head: Buffer; whole: Readable }> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < ageIntro.length) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* readAll() {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { head, whole: Readable.from(readAll(), { objectMode: false }) };
}

async function decrypt(encrypted: Readable, passphrase: string | undefined): Promise<Readable> {
  if (passphrase === undefined) {
    throw new BackupError('This backup is encrypted: set BACKUP_PASSPHRASE to its passphrase.');
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const stream = Readable.toWeb(encrypted) as unknown as globalThis.ReadableStream<Uint8Array>;
  const plain = await decrypter.decrypt(stream).catch(() => {
    throw new BackupError('BACKUP_PASSPHRASE does not open this backup.');
  });
  return Readable.fromWeb(plain as ReadableStream);
}

/** A failure of the disk or the net is told as it is; all else is the backup's. */
function toBackupError(error: unknown): Error {
  if (error instanceof BackupError) return error;
  const isOfSystem = error instanceof Error && ('syscall' in error || '$metadata' in error);
  return isOfSystem
    ? error
    : new BackupError(`This backup is damaged or incomplete: ${describeError(error)}`);
}
