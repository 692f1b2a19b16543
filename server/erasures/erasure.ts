import { z } from '#domain/zod.ts';

/** What is needed of an erasure to do it again. It names nobody. */
export const erasureSchema = z.object({
  id: z.uuid(),
  erasedAt: z.coerce.date(),
  erasedBy: z.string(),
  mailboxHashes: z.array(z.string()),
  phoneHashes: z.array(z.string()),
  keyFingerprint: z.string(),
  /** Of rows and submissions that were erased. */
  recordIds: z.array(z.uuid()),
  counts: z.record(z.string(), z.number()),
});
export type Erasure = z.output<typeof erasureSchema>;

/** Returns both lists as one, without repeats. */
export function mergeErasures(...lists: Erasure[][]): Erasure[] {
  const merged = new Map<string, Erasure>();
  for (const erasure of lists.flat()) {
    const known = merged.get(erasure.id);
    // Processes add what they have found on their own disks.
    if (!known || erasure.recordIds.length > known.recordIds.length)
      merged.set(erasure.id, erasure);
  }
  return [...merged.values()];
}
