import { createHash } from 'node:crypto';
import { Readable, Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { constants, createZstdCompress } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack as createPack, type Pack } from 'tar-stream';
import type { Manifest } from './manifest.ts';

/**
 * What a passphrase costs whoever tries many, as a power of two: 32 MB and a tenth of a second each.
 * The usual 18 would take 256 MB of the site's machine.
 */
const scryptWorkFactor = 15;

/** Entries are for whoever unpacks them. */
const entryMode = 0o600;

type Entry = Manifest['entries'][number];

export type ArchiveWriter = ReturnType<typeof createArchiveWriter>;

/** Begins an archive: what is added comes out as its bytes, no faster than they are taken. */
export function createArchiveWriter({ madeAt }: { madeAt: Date }) {
  const pack = createPack();
  const entries: Entry[] = [];

  async function add(path: string, content: Buffer | { stream: Readable; size: number }) {
    const { stream, size } = Buffer.isBuffer(content)
      ? { stream: Readable.from([content], { objectMode: false }), size: content.length }
      : content;
    const sum = new Checksum();
    const entry = pack.entry({ name: path, size, mtime: madeAt, mode: entryMode });
    // tar-stream's own streams are not Node's; they take the same calls.
    await pipeline(stream, sum, entry as unknown as NodeJS.WritableStream);
    entries.push({ path, size: sum.bytes, sha256: sum.digest() });
  }

  return {
    /** Adds a file, whole. Throws when its content has another size than was said. */
    add,
    /** What has been added so far, in its order. */
    entries: entries as readonly Entry[],
    /** Ends the archive. */
    finish: () => pack.finalize(),
    /** Ends it as something broken. */
    fail: (error: Error) => pack.destroy(error),
    /** The archive as it is kept: compressed, and encrypted under a passphrase. To be asked for once. */
    read: (passphrase: string | undefined) => compress(pack, passphrase),
  };
}

async function compress(pack: Pack, passphrase: string | undefined): Promise<Readable> {
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const compressed = connect(pack, zstd);
  if (passphrase === undefined) return compressed;
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(scryptWorkFactor);
  const plain = Readable.toWeb(compressed) as unknown as globalThis.ReadableStream<Uint8Array>;
  return Readable.fromWeb((await encrypter.encrypt(plain)) as ReadableStream);
}

/** What fails at the source fails whoever reads what comes out. */
function connect(pack: Pack, zstd: Transform): Readable {
  pipeline(pack as unknown as NodeJS.ReadableStream, zstd).catch((error: Error) =>
    zstd.destroy(error),
  );
  return zstd;
}

/** Lets bytes pass, counts them and sums them up. */
export class Checksum extends Transform {
  bytes = 0;
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /** The SHA-256 of all of them, in hexadecimal. To be asked for once. */
  digest = () => this.#hash.digest('hex');
}
