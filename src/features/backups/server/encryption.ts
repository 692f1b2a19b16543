import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from './manifest.ts';

/**
 * The cost of trying a passphrase, as a power of two: 32 MB and a tenth of a second. The usual 18
 * would take 256 MB, too much for a small machine.
 */
const workFactor = 15;

const intro = Buffer.from('age-encryption.org/v1\n');

/** Returns whether a file starts like the age format. */
export const isEncrypted = (head: Buffer) => head.subarray(0, intro.length).equals(intro);

/**
 * Encrypts a stream in the age format. `sizeOf` returns the encrypted size. A random passphrase
 * needs no work factor.
 */
export async function encrypt(plain: Readable, passphrase: string, logN = workFactor) {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(logN);
  const encrypted = await encrypter.encrypt(toWeb(plain));
  return { content: fromWeb(encrypted), sizeOf: (size: number) => encrypted.size(size) };
}

/** Decrypts a stream. Throws BackupError without the right passphrase. */
export async function decrypt(
  encrypted: Readable,
  passphrase: string | undefined,
): Promise<Readable> {
  if (passphrase === undefined) {
    throw new BackupError('This backup is encrypted: set BACKUP_PASSPHRASE to its passphrase.');
  }
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const plain = await decrypter.decrypt(toWeb(encrypted)).catch(() => {
    throw new BackupError('BACKUP_PASSPHRASE is not the passphrase of this backup.');
  });
  return fromWeb(plain);
}

// Node's type of a web stream differs from the global one, although the class is the same.
type WebStream = globalThis.ReadableStream<Uint8Array>;
// Unlike `Readable.toWeb`, this does not copy the chunks.
const toWeb = (stream: Readable) => ReadableStream.from(stream) as unknown as WebStream;
const fromWeb = (stream: WebStream) => Readable.fromWeb(stream as ReadableStream);
