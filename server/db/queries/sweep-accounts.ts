import { lt, not, sql } from 'drizzle-orm';
import { accountEvent, accountToken, attempt, session } from '#server/db/account-schema.ts';
import type { Executor } from '#server/db/executor.ts';
import { mailDeliveries } from '#server/db/schema.ts';
import { daysAgo } from './account-events.ts';
import { isAboutAccount } from './mail-deliveries.ts';
import { isLiveSession } from './sessions.ts';

/** For how long it is remembered which mails about accounts went out, in days. */
const mailDays = 30;

/** Removes what the accounts need no more, and what was done with them before an instant. Done once a day. */
export async function sweepAccounts(db: Executor, activityBefore: Date): Promise<void> {
  await db.delete(accountEvent).where(lt(accountEvent.at, activityBefore));
  await db.delete(accountToken).where(lt(accountToken.expiresAt, sql`now()`));
  await db.delete(session).where(not(isLiveSession));
  // Longer than any counter remembers.
  await db.delete(attempt).where(lt(attempt.lastAt, daysAgo(1)));
  // Each was for one moment.
  await db
    .delete(mailDeliveries)
    .where(sql`${isAboutAccount} and ${mailDeliveries.createdAt} < ${daysAgo(mailDays)}`);
}
