import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createWhole } from '#platform/storage/whole-file.ts';
import { z } from '#rules/zod.ts';
import { type Erasure, erasureSchema } from './erasure.ts';

/** In the data folder, so that it survives restoring an older backup. */
const fileName = 'erasures.json';

const fileSchema = z.array(erasureSchema);

/** Returns the erasures that were applied to this data folder. Throws if the file is unreadable. */
export async function readErasureFile(dataDirectory: string): Promise<Erasure[]> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(path.join(dataDirectory, fileName), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Replaces the file atomically. */
export const writeErasureFile = (dataDirectory: string, erasures: Erasure[]): Promise<void> =>
  createWhole(dataDirectory, fileName, `${JSON.stringify(erasures, null, 1)}\n`);
