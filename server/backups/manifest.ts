import { isStoragePath } from '#domain/stored-file.ts';
import { z } from '#domain/zod.ts';

/**
 * What a backup is made of: a tar, compressed with zstd, and encrypted as age does where there is a
 * passphrase. docs/operations.md says how it is opened by hand.
 *
 *     backup.json              what this is
 *     rows/<table>/000001.copy rows as PostgreSQL's COPY writes them (text), in as many parts as it takes
 *     jobs/000001.copy         what waits to be done, in the same form
 *     files/<path>             uploaded files, under their paths in the storage
 *     secret                   the secret of the site, in encrypted backups alone
 *     manifest.json            what must be there, with the SHA-256 of each
 */
export const formatVersion = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const shape = z.object({
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
});

/** What must be in a backup, and what it was made of; the last of its entries. */
export const manifestSchema = z.object({
  format: z.literal(formatVersion),
  madeAt: z.iso.datetime(),
  site: z.object({ version: z.string(), url: z.string() }),
  /** How far the migrations had come: their count, and when the newest was made (milliseconds). */
  schema: z.object({ migrations: z.int(), newest: z.number() }),
  /** Tells which secret belongs to the rows, and not what it is. */
  secretFingerprint: z.string(),
  /** In the order in which they can be filled. */
  tables: z.array(shape.extend({ name: z.string() })),
  jobs: shape,
  /** Of files that rows name and the storage did not have. */
  missingFiles: z.array(z.string()),
  /** Everything that comes before the manifest, in its order. */
  entries: z.array(z.object({ path: z.string(), size: z.int().nonnegative(), sha256 })),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Where what there is once lies in the archive. */
export const entryPaths = {
  description: 'backup.json',
  secret: 'secret',
  manifest: 'manifest.json',
} as const;

const toPart = (part: number) => `${String(part).padStart(6, '0')}.copy`;

/** Where a part of a table's rows lies in the archive, a part of the jobs, and a file of the storage. */
export const rowsPath = (table: string, part: number) => `rows/${table}/${toPart(part)}`;
export const jobsPath = (part: number) => `jobs/${toPart(part)}`;
export const filePath = (path: string) => `files/${path}`;

/** What an entry of the archive is. */
export type EntryKind =
  | { kind: 'description' | 'secret' | 'manifest' | 'jobs' }
  | { kind: 'rows'; table: string }
  | { kind: 'file'; path: string };

/** Returns what lies under a path of an archive; nothing for any other path, such as one that climbs out of the storage. */
export function readEntryPath(path: string): EntryKind | undefined {
  for (const kind of ['description', 'secret', 'manifest'] as const) {
    if (path === entryPaths[kind]) return { kind };
  }
  if (/^jobs\/\d{6,}\.copy$/.test(path)) return { kind: 'jobs' };
  const table = /^rows\/([^/]+)\/\d{6,}\.copy$/.exec(path)?.[1];
  if (table !== undefined) return { kind: 'rows', table };
  const file = /^files\/(.+)$/.exec(path)?.[1];
  if (file !== undefined && isStoragePath(file)) return { kind: 'file', path: file };
  return undefined;
}
