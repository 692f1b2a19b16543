import { z } from '#rules/zod.ts';

/** The data for repeating an erasure. It identifies no one. */
export const erasureSchema = z.object({
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
