import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from '#domain/zod.ts';
import { createWhole } from '#server/whole-file.ts';
import { type Erasure, erasureSchema } from './erasure.ts';

/** Lies in the data folder, so that it outlives a database that an older backup takes the place of. */
const fileName = 'erasures.json';

const fileSchema = z.array(erasureSchema);

/** Returns the erasures that this data folder knows: what lies in it has seen them. Throws where they cannot be read. */
export async function readErasureFile(dataDirectory: string): Promise<Erasure[]> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(path.join(dataDirectory, fileName), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Keeps them beside the data, whole or not at all. */
export const writeErasureFile = (dataDirectory: string, erasures: Erasure[]): Promise<void> =>
  createWhole(dataDirectory, fileName, `${JSON.stringify(erasures, null, 1)}\n`);
