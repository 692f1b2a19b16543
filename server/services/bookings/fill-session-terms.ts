import { keptVersions } from '#domain/settings/sections.ts';
import type { Transaction } from '#server/db/executor.ts';
import { hasBookingsWithoutTerms, writeTerms } from '#server/db/queries/session-terms.ts';
import { listVersions } from '#server/db/queries/settings-versions.ts';
import { readVersion } from '#server/services/settings/standing-settings.ts';

/**
 * Gives bookings of the version before, which stored no length and no price, those of the offer with
 * their title: today's or, where it was renamed since, the latest one that is kept. Runs at each start,
 * and before the offers change.
 */
export async function fillSessionTerms(transaction: Transaction): Promise<void> {
  if (!(await hasBookingsWithoutTerms(transaction))) return;
  const versions = await listVersions(transaction, 'offers', keptVersions);
  const latestFirst = [...versions, undefined].flatMap(
    (version) => readVersion('offers', version).value.mentorshipOptions,
  );
  const byTitle = new Map(latestFirst.toReversed().map((offer) => [offer.title, offer]));
  await writeTerms(transaction, [...byTitle.values()]);
}
