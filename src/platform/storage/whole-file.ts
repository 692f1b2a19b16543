import { chmod, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Makes created and removed files of a directory survive a power failure. */
export async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory, 'r');
  await handle.sync();
}

/**
 * Creates a file for this user only, atomically. Without `flush`, it survives the end of the process but
 * maybe not a power failure.
 */
export async function createWhole(
  directory: string,
  name: string,
  content: string | Uint8Array,
  { flush = true } = {},
): Promise<void> {
  const temporary = path.join(directory, `.${name}.tmp`);
  try {
    await writeFile(temporary, content, { mode: 0o600, flush });
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await rename(temporary, path.join(directory, name));
  if (flush) await syncDirectory(directory);
}

/** Reads a small file for this user only, trimmed. Creates it if it is missing or damaged. */
export async function keepPrivateFile(
  file: string,
  create: () => string | Promise<string>,
  isWhole: (text: string) => boolean = () => true,
): Promise<string> {
  const found = await stat(file).catch(ignoreMissing);
  if (!found || !isWhole((await readFile(file, 'utf8')).trim()))
    await createWhole(path.dirname(file), path.basename(file), await create());
  // A restored copy may be readable by others.
  else if (found.mode & 0o077) await chmod(file, 0o600);
  return (await readFile(file, 'utf8')).trim();
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
