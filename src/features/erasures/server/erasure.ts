import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createWhole } from '#platform/storage/whole-file.ts';
import { z } from '#rules/zod.ts';

/** The data for repeating an erasure. It identifies no one. */
const erasureSchema = z.object({
  id: z.uuid(),
  erasedAt: z.coerce.date(),
  erasedBy: z.string(),
  mailboxHashes: z.array(z.string()),
  phoneHashes: z.array(z.string()),
  keyFingerprint: z.string(),
  /** The ids of erased rows and submissions. */
  recordIds: z.array(z.uuid()),
  counts: z.record(z.string(), z.number()),
});
export type Erasure = z.output<typeof erasureSchema>;

/**
 * Merges lists of erasures. Of two versions, keeps the one with more records, because processes add
 * to them.
 */
export function mergeErasures(...lists: Erasure[][]): Erasure[] {
  const merged = new Map<string, Erasure>();
  for (const erasure of lists.flat()) {
    const known = merged.get(erasure.id);
    if (!known || erasure.recordIds.length > known.recordIds.length)
      merged.set(erasure.id, erasure);
  }
  return [...merged.values()];
}

/** In the data folder, so that it survives restoring an older backup. */
const fileName = 'erasures.json';

/** Returns the erasures that were applied to this data folder. Throws if the file is unreadable. */
export async function readErasureFile(dataDirectory: string): Promise<Erasure[]> {
  try {
    return z
      .array(erasureSchema)
      .parse(JSON.parse(await readFile(path.join(dataDirectory, fileName), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Replaces the file atomically. */
export const writeErasureFile = (dataDirectory: string, erasures: Erasure[]): Promise<void> =>
  createWhole(dataDirectory, fileName, `${JSON.stringify(erasures, null, 1)}\n`);
