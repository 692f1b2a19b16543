import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Logger } from './logger.ts';
import { keepPrivateFile } from './whole-file.ts';

/** Returns the id of the process of a data folder, which its journal needs after a restart. */
export async function readProcessId(directory: string, log: Logger): Promise<string> {
  try {
    const file = path.join(directory, 'process-id');
    return await keepPrivateFile(file, randomUUID, (text) => /^[\da-f-]{36}$/.test(text));
  } catch (reason) {
    // A full disk must not keep the site from starting.
    log.warn({ reason }, 'The id of this process could not be kept');
    return randomUUID();
  }
}
