import { sql } from 'drizzle-orm';
import { mailboxOf } from '#platform/db/columns.ts';
import type { Executor } from '#platform/db/executor.ts';
import { user } from '#platform/db/schema/account-schema.ts';

/** Returns the mailbox of an email address, and whether an account uses it. */
export async function findMailbox(db: Executor, email: string) {
  const { rows } = await db.execute<{ mailbox: string; hasAccount: boolean }>(
    sql`select ${mailboxOf(sql`${email}::text`)} as mailbox,
      exists (select from ${user} where ${user.email} = lower(${email})) as "hasAccount"`,
  );
  const [found] = rows;
  if (!found) throw new Error('The database returned no row');
  return found;
}
