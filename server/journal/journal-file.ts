import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '#server/whole-file.ts';

const suffix = '.ndjson';

/** Returns the journal's files, oldest first: their names are numbers of fixed width. */
export async function listJournalFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => /^\d{8}\.ndjson$/.test(name)).sort();
}

/** Returns the name that sorts after every other. */
export function nextJournalName(names: string[]): string {
  const last = Number.parseInt(names.at(-1) ?? '0', 10);
  return `${String(last + 1).padStart(8, '0')}${suffix}`;
}

/**
 * Returns the lines of one file, parsed. A torn last line was never answered for, and is passed
 * over like all that is no JSON.
 */
export async function readJournalLines(path: string): Promise<{ lines: unknown[]; torn: number }> {
  const lines: unknown[] = [];
  let torn = 0;
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    if (line === '') continue;
    try {
      lines.push(JSON.parse(line));
    } catch {
      torn += 1;
    }
  }
  return { lines, torn };
}

export type AppendFile = Awaited<ReturnType<typeof openForAppend>>;

/** Opens a file for appending, creating it if need be. */
export async function openForAppend(directory: string, name: string) {
  const handle = await open(join(directory, name), 'a', 0o600);
  let size = (await handle.stat()).size;
  let isFresh = false;
  await syncDirectory(directory);

  return {
    /** Writes the text and flushes it to disk; throws, leaving no part of it behind if it can. */
    async append(text: string): Promise<void> {
      // What was there before may end in a torn line, which must not swallow ours.
      const block = isFresh || size === 0 ? text : `\n${text}`;
      try {
        await handle.appendFile(block);
        await handle.sync();
        size += Buffer.byteLength(block);
        isFresh = true;
      } catch (error) {
        // A half-written line would swallow the next one, and a line that was refused must
        // not come back to life after a restart. Cutting works on a full disk too.
        await handle.truncate(size).catch(() => {});
        throw error;
      }
    },
    close: () => handle.close(),
  };
}
