import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { type StoredDocument, toDocument } from '#features/documents/rules/stored-document.ts';
import { writeDocument } from './write-document.ts';

/** The maximum size of all kept files, in bytes, and how long one is kept, in milliseconds. */
const maxBytes = 16 * 1024 ** 2;
const keptMs = 3_600_000;

/** Returns a document as PDF. */
export type DocumentWriter = ReturnType<typeof createDocumentWriter>;

/**
 * Creates a writer that keeps the files in memory, because many requests may ask for the same document. It
 * writes one at a time, because writing holds the thread. A document that was changed by an erasure is
 * another file.
 */
export function createDocumentWriter(write = writeDocument) {
  const alone = pLimit(1);
  const files = new LRUCache<string, Uint8Array<ArrayBuffer>, StoredDocument>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length,
    ttl: keptMs,
    // Concurrent requests for a file share one call.
    fetchMethod: (_, __, { context }) =>
      alone(async () => new Uint8Array(await write(toDocument(context)))),
  });
  return (document: StoredDocument): Promise<Uint8Array<ArrayBuffer>> => {
    const digest = createHash('sha256').update(JSON.stringify(document)).digest('base64url');
    return files.forceFetch(digest, { context: document });
  };
}
