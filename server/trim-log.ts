import { constants } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';

/** How a line of PostgreSQL's begins that is no continuation: `2026-11-24 22:03:23.123 UTC`. */
const lineStart = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\.\d+ UTC /;

/** Returns the part of a log whose lines are not older. */
export function keepLinesSince(text: string, since: Date): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => {
    const [, at] = lineStart.exec(line) ?? [];
    return at !== undefined && new Date(`${at.replace(' ', 'T')}Z`) >= since;
  });
  return first < 0 ? '' : lines.slice(first).join('\n');
}

/**
 * Takes older lines out of the log of the private database, and the log that was put aside, once it is
 * older. The server goes on writing at its end: a line that it writes in this very moment may be lost.
 */
export async function trimLog(file: string, since: Date): Promise<void> {
  const aside = `${file}.old`;
  const isThere = (path: string) => stat(path).catch(() => undefined);
  if (((await isThere(aside))?.mtime ?? since) < since) await rm(aside, { force: true });
  if (!(await isThere(file))) return;
  const text = await readFile(file, 'utf8');
  const kept = keepLinesSince(text, since);
  if (kept.length === text.length) return;
  // In place, by appending: the server holds the file open.
  const handle = await open(file, constants.O_WRONLY | constants.O_APPEND);
  try {
    await handle.truncate(0);
    await handle.write(kept);
  } finally {
    await handle.close();
  }
}
