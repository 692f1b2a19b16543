import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Returns the files below a folder in which one of these texts stands, byte by byte, and which one it is. */
export async function findBytes(directory: string, texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    // What a database is about to delete may be gone.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    for (const text of texts)
      if (bytes.includes(text)) found.push(`${text} in ${path.relative(directory, file)}`);
  }
  return found;
}
