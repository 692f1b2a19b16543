import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { z } from '#domain/zod.ts';
import { BackupError } from './backup-error.ts';
import {
  type EntryKind,
  formatVersion,
  type Manifest,
  manifestSchema,
  readEntryPath,
} from './manifest.ts';
import { readArchive } from './read-archive.ts';
import { countRows } from './split-rows.ts';

/** What is read into memory whole is shorter; a manifest of a million files is about as long. In bytes. */
const longestText = 256 * 1024 * 1024;

/** The same of what says what this is, and of the secret. In bytes. */
const longestHead = 64 * 1024;

const damaged = (what: string) => new BackupError(`This backup is damaged or incomplete: ${what}.`);

/**
 * Reads a whole backup and returns its manifest. Throws BackupError unless everything is there, as
 * it was, and nothing besides.
 */
export async function checkArchive(
  source: Readable,
  passphrase: string | undefined,
): Promise<Manifest> {
  const entries: Manifest['entries'] = [];
  const rows = new Map<string, number>();
  let manifest: Manifest | undefined;
  for await (const { path, size, content } of readArchive(source, passphrase)) {
    const entry = readEntryPath(path);
    if (!entry || manifest) throw damaged(`${path} does not belong in it`);
    if (entry.kind === 'manifest') {
      manifest = await readJson(manifestSchema, content, size);
      continue;
    }
    const isHead = entry.kind === 'description' || entry.kind === 'secret';
    if (isHead && size > longestHead) throw damaged(`${path} is too long`);
    const read = await sumUp(content, entry);
    entries.push({ path, size, sha256: read.sha256 });
    const table = tableOf(entry);
    if (table !== undefined) rows.set(table, (rows.get(table) ?? 0) + read.rows);
  }
  if (!manifest) throw damaged('its manifest is missing');
  compare(manifest, entries, rows);
  return manifest;
}

/** Stands for the jobs among the tables; no table is named so. */
const jobsTable = '';

const tableOf = (entry: EntryKind): string | undefined => {
  if (entry.kind === 'jobs') return jobsTable;
  return entry.kind === 'rows' ? entry.table : undefined;
};

const description = z.object({ format: z.number() });

async function sumUp(content: Readable, { kind }: EntryKind) {
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  let rows = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (kind === 'rows' || kind === 'jobs') rows += countRows(chunk);
    if (kind === 'description') kept.push(chunk);
  }
  if (kind === 'description') requireKnownFormat(Buffer.concat(kept).toString());
  return { sha256: hash.digest('hex'), rows };
}

/** It comes first: what a later version has made need not be read to its end. */
function requireKnownFormat(text: string): void {
  const { format } = parse(description, text);
  if (format === formatVersion) return;
  throw new BackupError('A newer version of the site made this backup. Update the site first.');
}

async function readJson<T>(schema: z.ZodType<T>, content: Readable, size: number): Promise<T> {
  if (size > longestText) throw damaged('its manifest is too long');
  return parse(schema, (await buffer(content)).toString());
}

function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw damaged('its manifest is unreadable');
  }
}

function compare(
  manifest: Manifest,
  entries: Manifest['entries'],
  rows: ReadonlyMap<string, number>,
): void {
  const wrong = manifest.entries.find((entry, index) => !isDeepStrictEqual(entry, entries[index]));
  if (wrong) throw damaged(`${wrong.path} was changed`);
  if (entries.length !== manifest.entries.length) throw damaged('it contains more than it should');
  const expected = new Map(manifest.tables.map(({ name, rows: count }) => [name, count]));
  expected.set(jobsTable, manifest.jobs.rows);
  for (const [name, count] of expected) {
    if ((rows.get(name) ?? 0) !== count) throw damaged(`rows of ${name || 'the jobs'} are missing`);
  }
  for (const name of rows.keys()) {
    if (!expected.has(name)) throw damaged(`it has rows of ${name}, which it does not name`);
  }
}
