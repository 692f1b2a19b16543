import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { user } from '#server/db/auth-schema.ts';
import { mailboxOf } from '#server/db/columns.ts';
import type { Executor, Transaction } from '#server/db/executor.ts';
import { bookings } from '#server/db/schema.ts';

/** Sets the locks of mailboxes apart from others of their kind. */
const mailboxLocks = 4_712;

const toMailbox = (email: string) => mailboxOf(sql`${email}::text`);

/** Lets one transaction at a time book for a mailbox, until it ends. */
export async function lockMailbox(transaction: Transaction, email: string): Promise<void> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(${mailboxLocks}, hashtext(${toMailbox(email)}))`,
  );
}

/** Counts the sessions of a mailbox that begin later than `now` and are not cancelled. */
export const countSessionsToCome = (db: Executor, email: string, now: Date): Promise<number> =>
  db.$count(
    bookings,
    and(
      eq(bookings.mailbox, toMailbox(email)),
      gt(bookings.startsAt, now),
      isNull(bookings.cancelledAt),
    ),
  );

/** Returns the mailbox of an email, and whether an account has the email. */
export async function findMailbox(db: Executor, email: string) {
  const { rows } = await db.execute<{ mailbox: string; hasAccount: boolean }>(
    sql`select ${toMailbox(email)} as mailbox,
      exists (select from ${user} where ${user.email} = lower(${email})) as "hasAccount"`,
  );
  const [found] = rows;
  if (!found) throw new Error('A select without a table has answered nothing');
  return found;
}
