import { sql } from 'drizzle-orm';
import { toMailbox, toPhoneNumber } from '#domain/person.ts';
import type { Executor } from '#server/db/executor.ts';
import { eraseRows } from '#server/db/queries/erase-rows.ts';
import type { Erasure } from './erasure.ts';
import type { ErasureMatcher } from './erasure-matcher.ts';

/** So many addresses are looked at at once. */
const batchSize = 5_000;

/** Every address and number that stands in a row. */
const listKnown = sql`
  declare known no scroll cursor for
    select email, null as phone from bookings
    union select email, phone from leads
    union select recipient, null from mail_deliveries
    union select email, null from person_requests
    union select email, null from account_event
    union select email, null from account_token`;

/**
 * Erases again, within a transaction that may have brought them back, those who were erased: by the
 * ids of their records, and, of what is older than the erasure, by what they are known by. Returns
 * how many rows went.
 */
export async function repeatErasures(db: Executor, matcher: ErasureMatcher): Promise<number> {
  if (matcher.erasures.length === 0) return 0;
  const found = new Map<Erasure, { mailboxes: Set<string>; phones: Set<string> }>();
  for (const erasure of matcher.erasures)
    found.set(erasure, { mailboxes: new Set(), phones: new Set() });
  for await (const { email, phone } of readKnown(db)) {
    for (const erasure of matcher.find({ emails: [email] }))
      found.get(erasure)?.mailboxes.add(toMailbox(email));
    const number = phone === null ? undefined : toPhoneNumber(phone);
    if (number === undefined) continue;
    for (const erasure of matcher.find({ phone })) found.get(erasure)?.phones.add(number);
  }
  let rows = 0;
  for (const [{ erasedAt, recordIds }, { mailboxes, phones }] of found) {
    const { counts } = await eraseRows(db, {
      ...{ mailboxes: [...mailboxes], phones: [...phones] },
      ...{ ids: recordIds, until: erasedAt },
    });
    rows += Object.values(counts).reduce((sum, count) => sum + count, 0);
  }
  return rows;
}

async function* readKnown(db: Executor) {
  await db.execute(listKnown);
  for (;;) {
    const { rows } = await db.execute<{ email: string; phone: string | null }>(
      sql`fetch ${sql.raw(String(batchSize))} from known`,
    );
    yield* rows;
    if (rows.length < batchSize) break;
  }
  await db.execute(sql`close known`);
}
