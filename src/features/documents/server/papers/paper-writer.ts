import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { type StoredPaper, toPaper } from '#features/documents/rules/stored-paper.ts';
import { writePaper } from './write-paper.ts';

/** The maximum size of all kept files, in bytes, and how long one is kept, in milliseconds. */
const maxBytes = 16 * 1024 ** 2;
const keptMs = 3_600_000;

/** Returns a paper as PDF. */
export type PaperWriter = ReturnType<typeof createPaperWriter>;

/**
 * Creates a writer that keeps the files in memory, because many requests may ask for the same paper. It
 * writes one at a time, because writing holds the thread. A paper that was changed by an erasure is
 * another file.
 */
export function createPaperWriter(write = writePaper) {
  const alone = pLimit(1);
  const files = new LRUCache<string, Uint8Array<ArrayBuffer>, StoredPaper>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length,
    ttl: keptMs,
    // Concurrent requests for a file share one call.
    fetchMethod: (_, __, { context }) =>
      alone(async () => new Uint8Array(await write(toPaper(context)))),
  });
  return (paper: StoredPaper): Promise<Uint8Array<ArrayBuffer>> => {
    const digest = createHash('sha256').update(JSON.stringify(paper)).digest('base64url');
    return files.forceFetch(digest, { context: paper });
  };
}
