import type { Database } from '#server/db/executor.ts';
import { deleteOldEvents } from '#server/db/queries/account-events.ts';
import { deleteExpiredTokens } from '#server/db/queries/account-tokens.ts';
import { deleteOldAttempts } from '#server/db/queries/attempts.ts';
import { deleteOldAccountDeliveries } from '#server/db/queries/mail-deliveries.ts';
import { deleteEndedSessions } from '#server/db/queries/sessions.ts';

/** For how long it is remembered which mails about accounts went out, in days. */
const mailDays = 30;

/** Removes what the accounts need no more. Done once a day. */
export async function sweepAccounts(db: Database): Promise<void> {
  await deleteOldEvents(db);
  await deleteExpiredTokens(db);
  await deleteEndedSessions(db);
  await deleteOldAttempts(db);
  await deleteOldAccountDeliveries(db, mailDays);
}
