import type { Executor } from '#platform/db/executor.ts';
import { readVersion } from './current-settings.ts';
import { findVersion } from './queries/settings-versions.ts';

/** The agreement that a form was sent with; null where there was none. */
interface Agreement {
  privacyVersion: number | null;
  agreedTo: string | null;
}

/**
 * Returns the agreement of a form, but only texts that the site has shown. Others are made up or
 * from settings that a restore removed: they prove nothing and are not stored.
 */
export async function keepKnownAgreement(
  db: Executor,
  { privacyVersion, agreedTo }: Agreement,
): Promise<Agreement> {
  const nothing = { privacyVersion: null, agreedTo: null };
  if (privacyVersion === null) return nothing;
  // Version 0 is the default text of every site.
  const stored = privacyVersion > 0 ? await findVersion(db, 'legal', privacyVersion) : undefined;
  if (privacyVersion > 0 && !stored) return nothing;
  const { isOffered, words } = readVersion('legal', stored).value.marketing;
  return { privacyVersion, agreedTo: isOffered && words === agreedTo ? agreedTo : null };
}
