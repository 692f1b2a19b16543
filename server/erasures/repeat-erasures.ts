import { sql } from 'drizzle-orm';
import { toAddress } from '#domain/person.ts';
import type { Executor } from '#server/db/executor.ts';
import { eraseRows } from '#server/db/queries/erase-rows.ts';
import type { ErasureMatcher } from './erasure-matcher.ts';

/** So many addresses are looked at at once. */
const batchSize = 5_000;

/** Every address in a row. */
const listKnown = sql`
  declare known no scroll cursor for
    select email from bookings where email is not null
    union select email from leads
    union select recipient from mail_deliveries
    union select email from person_requests
    union select email from account_event
    union select email from account_token`;

/**
 * Erases again, within a transaction that may have brought them back, those who were erased: by the
 * ids of their records, and, of what is older than the erasure, by what they are known by. Returns
 * how many rows went.
 */
export async function repeatErasures(db: Executor, matcher: ErasureMatcher): Promise<number> {
  if (matcher.erasures.length === 0) return 0;
  const found = new Map(matcher.erasures.map((erasure) => [erasure, new Set<string>()]));
  for await (const { email } of readKnown(db))
    for (const erasure of matcher.find([email])) found.get(erasure)?.add(toAddress(email));
  let rows = 0;
  for (const [{ erasedAt, recordIds }, mailboxes] of found) {
    const { counts } = await eraseRows(db, {
      mailboxes: [...mailboxes],
      ids: recordIds,
      until: erasedAt,
    });
    rows += Object.values(counts).reduce((sum, count) => sum + count, 0);
  }
  return rows;
}

async function* readKnown(db: Executor) {
  await db.execute(listKnown);
  for (;;) {
    const { rows } = await db.execute<{ email: string }>(
      sql`fetch ${sql.raw(String(batchSize))} from known`,
    );
    yield* rows;
    if (rows.length < batchSize) break;
  }
  await db.execute(sql`close known`);
}
