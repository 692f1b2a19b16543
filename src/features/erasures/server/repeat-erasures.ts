import { sql } from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import { personalTables } from '#platform/db/personal-data.ts';
import { toAddress } from '#rules/mailbox.ts';
import type { ErasureMatcher } from './erasure-matcher.ts';
import { eraseRows } from './queries/erase-rows.ts';

/**
 * Repeats erasures in a transaction that may have restored erased people: deletes their records by
 * id, and rows with their address that are older than the erasure.
 */
export async function repeatErasures(db: Executor, matcher: ErasureMatcher): Promise<void> {
  if (matcher.erasures.length === 0) return;
  const columns = Object.values(personalTables).map(
    ({ table, email }) => sql`select ${email} as email from ${table} where ${email} is not null`,
  );
  const { rows } = await db.execute<{ email: string }>(sql.join(columns, sql` union `));
  const found = rows.flatMap(({ email }) => {
    const erasures = matcher.find(email);
    return erasures.length > 0 ? { address: toAddress(email), erasures } : [];
  });
  for (const erasure of matcher.erasures) {
    const own = found.filter(({ erasures }) => erasures.includes(erasure));
    await eraseRows(db, {
      mailboxes: [...new Set(own.map(({ address }) => address))],
      ids: erasure.recordIds,
      until: erasure.erasedAt,
    });
  }
}
