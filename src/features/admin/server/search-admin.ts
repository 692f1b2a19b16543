import {
  type AdminSearch,
  type SearchResults,
  searchGroups,
} from '#features/admin/rules/admin-search.ts';
import type { Executor } from '#platform/db/executor.ts';
import { toPhoneNumber } from '#rules/phone-number.ts';
import { toSearchTerms } from '#rules/search-terms.ts';
import { searchAll } from './queries/search.ts';

/**
 * Finds people, leads, bookings and content by name, email address, phone number or title. Phone
 * numbers match in any format.
 */
export async function searchAdmin(
  { db }: { db: Executor },
  { text }: AdminSearch,
): Promise<SearchResults> {
  const rows = await searchAll(db, { terms: toSearchTerms(text), phone: toPhoneNumber(text) });
  const entries = searchGroups.map((group) => [
    group,
    rows
      .filter((row) => row.group === group)
      .map(({ group: _, instant, ...hit }) => ({
        ...hit,
        instant: instant && new Date(instant).toISOString(),
      })),
  ]);
  return Object.fromEntries(entries);
}
