import type { RetentionSettings } from '#features/settings/rules/legal.ts';
import type { Executor } from '#platform/db/executor.ts';
import { readVersion } from './current-settings.ts';
import { findCurrentVersion } from './queries/settings-versions.ts';

/**
 * Returns the current retention periods from the database. Throws if the saved ones are invalid: a
 * default must never delete data.
 */
export async function readRetention(db: Executor): Promise<RetentionSettings> {
  const { value, problem } = readVersion('legal', await findCurrentVersion(db, 'legal'));
  if (problem !== null) throw new Error(`The retention periods could not be read: ${problem}`);
  return value.retention;
}
