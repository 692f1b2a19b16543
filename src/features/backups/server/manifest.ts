import { createHmac } from 'node:crypto';
import { isStoragePath } from '#rules/stored-file.ts';
import { z } from '#rules/zod.ts';

/**
 * An archive is a tar, compressed with zstd, and encrypted in the age format if there is a
 * passphrase:
 *
 *     backup.json              describes the backup and names the files that are kept next to it
 *     rows/<table>/000001.copy rows in PostgreSQL's COPY format (text), in parts
 *     jobs/000001.copy         queued emails, in the same format
 *     files/<path>             uploaded files, in a portable backup
 *     secret                   the secret of the site, in encrypted backups only
 *     manifest.json            everything above, with the SHA-256 of each
 */
export const formats = {
  /** Contains the files. Every version of the site can read it. */
  portable: 1,
  /** Names files that are kept next to it. */
  kept: 2,
} as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const content = { path: z.string(), size: z.int().nonnegative(), sha256 };

/** A file that is kept next to the archives. `name` is its name there. */
const keptFile = z.object({ ...content, path: z.string().refine(isStoragePath), name: z.string() });
export type KeptFile = z.output<typeof keptFile>;

/** The first entry. It is enough to tell which files an archive needs. */
export const descriptionSchema = z.object({
  format: z.number(),
  files: z.array(keptFile).default([]),
  /** Decrypts the files of an encrypted backup. */
  filesPassphrase: z.string().optional(),
});
export type Description = z.output<typeof descriptionSchema>;

/** The last entry. */
export const manifestSchema = z.object({
  format: z.literal(Object.values(formats)),
  madeAt: z.iso.datetime(),
  site: z.object({ version: z.string(), url: z.string() }),
  /** The number of migrations, and when the newest was created (milliseconds). */
  schema: z.object({ migrations: z.int(), newest: z.number() }),
  /** Identifies the secret of the rows without revealing it. */
  secretFingerprint: z.string(),
  /** In the order in which they can be loaded. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  jobs: z.object({ rows: z.int() }),
  /** Files that rows name but the storage did not have. */
  missingFiles: z.array(z.string()),
  /** All entries before the manifest, in order. */
  entries: z.array(z.object(content)),
});
export type Manifest = z.output<typeof manifestSchema>;

export const rowsPath = (table: string, part: number) =>
  `rows/${table}/${String(part).padStart(6, '0')}.copy`;
export const jobsPath = 'jobs/000001.copy';
export const filePath = (path: string) => `files/${path}`;

export type EntryKind =
  | { kind: 'backup.json' | 'secret' | 'manifest.json' | 'jobs' }
  | { kind: 'rows'; table: string }
  | { kind: 'file'; path: string };

/** Returns the kind of an archive entry, or undefined for an unknown path. */
export function readEntryPath(path: string): EntryKind | undefined {
  if (path === 'backup.json' || path === 'secret' || path === 'manifest.json') {
    return { kind: path };
  }
  const [, folder, rest = ''] = /^(\w+)\/(.+)$/.exec(path) ?? [];
  if (folder === 'files' && isStoragePath(rest)) return { kind: 'file', path: rest };
  if (folder === 'jobs') return { kind: 'jobs' };
  if (folder === 'rows') return { kind: 'rows', table: rest.split('/')[0] ?? '' };
  return undefined;
}

/** Identifies a secret without revealing it, because secrets are random. */
export const fingerprintSecret = (secret: string): string =>
  createHmac('sha256', secret).update('backup').digest('base64url');

/** Why a backup cannot be made or restored, in words for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
