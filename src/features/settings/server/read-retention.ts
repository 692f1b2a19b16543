import type { RetentionSettings } from '#features/settings/rules/legal.ts';
import type { Executor } from '#platform/db/executor.ts';
import { findStandingVersion } from './queries/settings-versions.ts';
import { readVersion } from './standing-settings.ts';

/**
 * Returns how long what is kept is kept, as the database has it now. Throws where something that was
 * saved does not fit any more: nothing is deleted by a default that nobody has chosen.
 */
export async function readRetention(db: Executor): Promise<RetentionSettings> {
  const { value, problem } = readVersion('legal', await findStandingVersion(db, 'legal'));
  if (problem !== null) throw new Error(`The retention periods could not be read: ${problem}`);
  return value.retention;
}
