import type { UploadKind } from '#domain/upload.ts';

/** A file that was being sent when the page was left. */
export interface UnfinishedUpload {
  /** Names its entry in storage. */
  key: string;
  filename: string;
  /** Bytes. */
  size: number;
}

/** Under which the upload library keeps the addresses of uploads in the browser's storage. */
const prefix = 'tus::';

/** The site gives an upload up after a day. */
const keptMs = 24 * 3_600_000;

/** What a file is known by when it is chosen again. */
export const fingerprintOf = (kind: UploadKind, { name, size, lastModified }: File): string =>
  `${kind}-${size}-${lastModified}-${name}`;

function* entries(): Generator<{ key: string; entry: Record<string, unknown> }> {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
  for (const key of keys) {
    if (!key?.startsWith(prefix)) continue;
    try {
      yield { key, entry: Object(JSON.parse(localStorage.getItem(key) ?? 'null')) };
    } catch {
      // Somebody else's words.
    }
  }
}

/** What was left unfinished by an earlier page, of one kind; nothing where storage is blocked. */
export function listUnfinished(kind: UploadKind): UnfinishedUpload[] {
  const found: UnfinishedUpload[] = [];
  try {
    for (const { key, entry } of entries()) {
      const { kind: entryKind, filename } = Object(entry.metadata);
      if (Date.now() - Date.parse(String(entry.creationTime)) > keptMs)
        localStorage.removeItem(key);
      else if (entryKind === kind)
        found.push({ key, filename: String(filename), size: Number(entry.size) });
    }
  } catch {
    // Storage is blocked, so nothing was kept.
  }
  return found;
}

/** What the browser remembers of uploads until they are saved or given up. */
export const keepUntilSaved = {
  /** Forgets every try of one file. */
  forget(fingerprint: string): void {
    try {
      for (const { key } of entries())
        if (key.startsWith(`${prefix}${fingerprint}::`)) localStorage.removeItem(key);
    } catch {
      // Storage is blocked, so nothing was kept.
    }
  },
  /** Forgets one entry, as it was listed. */
  drop(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Storage is blocked, so nothing was kept.
    }
  },
};
