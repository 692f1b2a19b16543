import { lt, not, sql } from 'drizzle-orm';
import { isAboutAccount } from '#features/mail/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import {
  accountEvent,
  accountToken,
  session,
  verification,
} from '#platform/db/schema/account-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { daysAgo } from './account-events.ts';
import { isLiveSession } from './sessions.ts';

/** How long deliveries of account emails are kept, in days. */
const mailDays = 30;

/** Deletes expired rows, and activity before an instant. Runs once a day. */
export async function sweepAccounts(db: Executor, activityBefore: Date): Promise<void> {
  await db.delete(accountEvent).where(lt(accountEvent.at, activityBefore));
  await db.delete(accountToken).where(lt(accountToken.expiresAt, sql`now()`));
  await db.delete(verification).where(lt(verification.expiresAt, sql`now()`));
  await db.delete(session).where(not(isLiveSession));
  await db
    .delete(mailDeliveries)
    .where(sql`${isAboutAccount} and ${mailDeliveries.createdAt} < ${daysAgo(mailDays)}`);
}
