import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Logger } from './logger.ts';
import { keepPrivateFile } from './whole-file.ts';

/** The file of the data folder that holds it. */
const processIdFile = 'process-id';

/**
 * Returns what the process of a data folder is called among all those on one database, also after it
 * was started again: its journal knows what it has done.
 */
export async function readProcessId(directory: string, log: Logger): Promise<string> {
  try {
    const file = path.join(directory, processIdFile);
    return await keepPrivateFile(file, randomUUID, (text) => /^[\da-f-]{36}$/.test(text));
  } catch (reason) {
    // A full disk must not keep the site from starting.
    log.warn({ reason }, 'The id of this process could not be kept');
    return randomUUID();
  }
}
