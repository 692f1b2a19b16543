import { constants } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';

/** The start of a PostgreSQL log message: `2026-11-24 22:03:23.123 UTC`. */
const messageStart = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\.\d+ UTC /;

/** Returns the part of a log from the first message at or after an instant. */
export function keepLinesSince(text: string, since: Date): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => {
    const [, day, time] = messageStart.exec(line) ?? [];
    return day !== undefined && new Date(`${day}T${time}Z`) >= since;
  });
  return first < 0 ? '' : lines.slice(first).join('\n');
}

/**
 * Removes older messages from the log of the private database, and an older rotated log. A message
 * that the server writes at the same moment may be lost.
 */
export async function trimLog(file: string, since: Date): Promise<void> {
  const aside = await stat(`${file}.old`).catch(() => undefined);
  if (aside && aside.mtime < since) await rm(`${file}.old`, { force: true });
  const text = await readFile(file, 'utf8').catch(() => '');
  const kept = keepLinesSince(text, since);
  if (kept.length === text.length) return;
  // The server has the file open and appends to it.
  await using handle = await open(file, constants.O_WRONLY | constants.O_APPEND);
  await handle.truncate(0);
  await handle.write(kept);
}
