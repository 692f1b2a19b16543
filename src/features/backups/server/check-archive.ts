import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { z } from '#rules/zod.ts';
import { Checksum, readArchive } from './archive.ts';
import {
  BackupError,
  type Description,
  descriptionSchema,
  type EntryKind,
  formats,
  type Manifest,
  manifestSchema,
  readEntryPath,
} from './manifest.ts';

export interface CheckedArchive {
  description: Description;
  manifest: Manifest;
}

/** Receives an entry and its content. */
export type TakeEntry = (entry: EntryKind, content: Readable, size: number) => Promise<unknown>;

const damaged = (what: string) => new BackupError(`This backup is damaged or incomplete: ${what}.`);

/**
 * Reads a whole archive and passes its entries on. Throws BackupError unless it has exactly the
 * entries that its manifest names, with their checksums.
 */
export async function checkArchive(
  source: Readable,
  passphrase: string | undefined,
  take: TakeEntry = async (_, content) => void content.resume(),
): Promise<CheckedArchive> {
  const entries: Manifest['entries'] = [];
  let description: Description | undefined;
  let manifest: Manifest | undefined;
  for await (const { path, size, content } of readArchive(source, passphrase)) {
    const entry = readEntryPath(path);
    if (!entry || manifest) throw damaged(`${path} does not belong in it`);
    const sum = new Checksum();
    const passing = pipeline(content, sum);
    // The reader of the checksum gets the error.
    passing.catch(() => {});
    if (entry.kind === 'backup.json') description = readDescription(await text(sum));
    else if (entry.kind === 'manifest.json') manifest = parse(manifestSchema, await text(sum));
    else await take(entry, sum, size);
    await passing;
    if (entry.kind !== 'manifest.json') entries.push({ path, size, sha256: sum.digest() });
  }
  if (!description || !manifest) throw damaged('its manifest is missing');
  requireSame(manifest.entries, entries);
  return { description, manifest };
}

/** Returns the description, which is the first entry of an archive. Reads no further. */
export async function readArchiveDescription(
  source: Readable,
  passphrase: string | undefined,
): Promise<Description> {
  for await (const { path, content } of readArchive(source, passphrase)) {
    if (path === 'backup.json') return readDescription(await text(content));
  }
  throw damaged('its description is missing');
}

function readDescription(json: string): Description {
  const description = parse(descriptionSchema, json);
  if (Object.values(formats).some((known) => known === description.format)) return description;
  throw new BackupError('A newer version of the site made this backup. Update the site first.');
}

function parse<T>(schema: z.ZodType<T>, json: string): T {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    throw damaged('its manifest is unreadable');
  }
}

function requireSame(expected: Manifest['entries'], found: Manifest['entries']): void {
  const wrong = expected.find((entry, index) => !isDeepStrictEqual(entry, found[index]));
  if (wrong) throw damaged(`${wrong.path} was changed`);
  if (found.length > expected.length) throw damaged('it contains more than it should');
}
