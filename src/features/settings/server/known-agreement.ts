import type { Executor } from '#platform/db/executor.ts';
import { readVersion } from './current-settings.ts';
import { findVersion } from './queries/settings-versions.ts';

/** The agreement that a form was sent with; null where there was none. */
interface Agreement {
  privacy_version: number | null;
  agreed_to: string | null;
}

/**
 * Returns the agreement of a form, but only texts that the site has shown. Others are made up or
 * from settings that a restore removed: they prove nothing and are not stored.
 */
export async function keepKnownAgreement(
  db: Executor,
  { privacy_version, agreed_to }: Agreement,
): Promise<Agreement> {
  const nothing = { privacy_version: null, agreed_to: null };
  if (privacy_version === null) return nothing;
  // Version 0 is the default text of every site.
  const stored = privacy_version > 0 ? await findVersion(db, 'legal', privacy_version) : undefined;
  if (privacy_version > 0 && !stored) return nothing;
  const { isOffered, words } = readVersion('legal', stored).value.marketing;
  return { privacy_version, agreed_to: isOffered && words === agreed_to ? agreed_to : null };
}
