import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from '#domain/zod.ts';
import type { SettingsVersion } from '#server/db/queries/settings-versions.ts';
import { describeError } from '#server/errors.ts';
import type { Logger } from '#server/logger.ts';
import { createWhole } from '#server/whole-file.ts';

const fileName = 'settings.json';

const versions = z.array(
  z.object({
    section: z.string(),
    version: z.int(),
    value: z.unknown(),
    savedAt: z.coerce.date(),
    savedBy: z.string(),
  }),
);

/** What was saved last, as far as this machine knows. */
export interface SettingsFile {
  stored: SettingsVersion[];
  keep(stored: SettingsVersion[]): void;
  /** Waits until what is to be kept is on the disk. */
  close(): Promise<void>;
}

/**
 * Opens the copy of the settings in the data folder: a site that starts without its database has to
 * know where the mentor's mail goes. It is made anew whenever it is of no use.
 */
export async function openSettingsFile(directory: string, log: Logger): Promise<SettingsFile> {
  let last: Promise<void> = Promise.resolve();
  return {
    stored: await readVersions(path.join(directory, fileName), log),
    keep(stored) {
      last = last
        .then(() => createWhole(directory, fileName, JSON.stringify(stored)))
        .catch((reason: unknown) =>
          log.warn(
            { reason: describeError(reason) },
            'The settings could not be copied to the disk',
          ),
        );
    },
    close: () => last,
  };
}

async function readVersions(file: string, log: Logger): Promise<SettingsVersion[]> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  try {
    return versions.parse(JSON.parse(text));
  } catch {
    log.warn({ file: fileName }, 'The copy of the settings is unreadable and will be replaced');
    return [];
  }
}
