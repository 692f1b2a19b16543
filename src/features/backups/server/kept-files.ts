import { createHash, createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import { listKept, type Retention } from '#features/backups/rules/backup.ts';
import type { FileStorage } from '#platform/storage/file-storage.ts';
import { readArchiveDescription } from './check-archive.ts';
import { type BackupDestination, filesFolder, listArchives } from './destination.ts';
import { decrypt, encrypt } from './encryption.ts';
import { BackupError, type Description, type KeptFile } from './manifest.ts';

interface KeepOptions {
  destination: BackupDestination;
  storage: FileStorage;
  /**
   * Derives, together with the passphrase, the names of encrypted files and their own passphrase.
   */
  secret: string;
  passphrase: string | undefined;
}

export type KeptFiles = Awaited<ReturnType<typeof openKeptFiles>>;

export interface Pruning {
  retention: Retention;
  timeZone: string;
  /** Older backups are always removed. */
  keptSince: Date;
}

/**
 * Keeps each file once, next to the archives. A file is named by the SHA-256 of its content, or by
 * a keyed hash if there is a passphrase: with another passphrase it is stored again.
 */
export async function openKeptFiles({ destination, storage, secret, passphrase }: KeepOptions) {
  const derive = (text: string) =>
    createHmac('sha256', secret).update(`${passphrase}\0${text}`).digest('hex');
  const filesPassphrase = passphrase === undefined ? undefined : derive('files');
  const toName = (sha256: string) =>
    `${filesFolder}/${passphrase === undefined ? sha256 : derive(sha256)}`;
  // A key that may write but not list finds nothing, and uploads everything again.
  const names = await destination.list(filesFolder).catch(() => []);
  const kept = new Set(names.map((name) => `${filesFolder}/${name}`));
  const filesOf = await readArchives(destination, passphrase);
  // Files never change, so those that the newest backup lists are not read again.
  const measured = [...filesOf.values()].find((files) => files.length > 0) ?? [];
  const known = new Map(measured.map((file) => [file.path, file]));
  let files: KeptFile[] = [];

  async function keepFile(path: string): Promise<KeptFile> {
    const { size, sha256 } = known.get(path) ?? (await sumUp(await storage.open(path)));
    const file = { path, size, sha256, name: toName(sha256) };
    known.set(path, file);
    if (kept.has(file.name)) return file;
    const content = await storage.open(path);
    if (filesPassphrase) {
      const encrypted = await encrypt(content, filesPassphrase, 1);
      await destination.write(file.name, encrypted.content, encrypted.sizeOf(size));
    } else {
      await destination.write(file.name, content, size);
    }
    kept.add(file.name);
    return file;
  }

  return {
    filesPassphrase,
    /** Stores the files that are not kept yet. Returns all of them. */
    async keep(paths: string[]): Promise<KeptFile[]> {
      files = [];
      for (const path of paths) files.push(await keepFile(path));
      return files;
    },
    /**
     * Removes old archives, then files that no archive names. `made` is the archive of the files
     * that were kept last. Throws if a remaining archive cannot be read, and then keeps all files.
     * No other backup may be running.
     */
    async prune(made: string, { retention, timeZone, keptSince }: Pruning): Promise<void> {
      const archives = await listArchives(destination);
      const recent = archives.filter(({ madeAt }) => madeAt >= keptSince);
      const staying = new Set(listKept(recent, retention, timeZone));
      for (const archive of archives)
        if (!staying.has(archive)) await destination.remove(archive.name);

      filesOf.set(made, files);
      const named = new Set<string>();
      for (const { name } of staying) {
        const needed = filesOf.get(name) ?? (await readFilesOf(destination, name, passphrase));
        for (const file of needed) named.add(file.name);
      }
      for (const name of await destination.list(filesFolder)) {
        const file = `${filesFolder}/${name}`;
        if (!named.has(file)) await destination.remove(file);
      }
    },
  };
}

/** Returns the files that each readable archive names, newest archive first. */
async function readArchives(destination: BackupDestination, passphrase: string | undefined) {
  const filesOf = new Map<string, KeptFile[]>();
  for (const { name } of await listArchives(destination).catch(() => [])) {
    const files = await readFilesOf(destination, name, passphrase).catch(() => undefined);
    if (files) filesOf.set(name, files);
  }
  return filesOf;
}

async function readFilesOf(
  destination: BackupDestination,
  name: string,
  passphrase: string | undefined,
) {
  return (await readArchiveDescription(await destination.open(name), passphrase)).files;
}

async function sumUp(content: Readable) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Opens a kept file, decrypted. */
export async function openKeptFile(
  destination: BackupDestination,
  { name }: KeptFile,
  { filesPassphrase }: Description,
): Promise<Readable> {
  const content = await destination.open(name);
  return filesPassphrase === undefined ? content : decrypt(content, filesPassphrase);
}

/** Throws BackupError unless every file of a backup exists and is intact. */
export async function checkKeptFiles(
  destination: BackupDestination,
  description: Description,
): Promise<void> {
  for (const file of description.files) {
    const { size, sha256 } = await sumUp(await openKeptFile(destination, file, description));
    if (size === file.size && sha256 === file.sha256) continue;
    throw new BackupError(`This backup is damaged or incomplete: ${file.path} was changed.`);
  }
}
