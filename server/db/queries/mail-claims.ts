import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { changesOne, type Executor } from '#server/db/executor.ts';
import { mailDeliveries } from '#server/db/schema.ts';
import { hasKey, type MailDelivery } from './mail-deliveries.ts';

/**
 * So long, in seconds, a mail waits for the process that may have sent it and has not said so: for one
 * that was killed to come back, or for a database that was away. After that another one sends it.
 */
const claimSeconds = 60;

/**
 * Notes, before it does, that a process hands a queued mail over. Not within the transaction that
 * waits for the mail server: what is noted must outlive that. Returns false, and changes nothing, for a
 * mail that somebody is sending now, or that another process has claimed, or that is not queued.
 */
export async function claimDelivery(
  db: Executor,
  key: string,
  processId: string,
): Promise<boolean> {
  const isFree = or(
    isNull(mailDeliveries.claimedBy),
    eq(mailDeliveries.claimedBy, processId),
    sql`${mailDeliveries.claimedAt} < now() - make_interval(secs => ${claimSeconds})`,
  );
  const free = db
    .select({ key: mailDeliveries.key })
    .from(mailDeliveries)
    .where(and(hasKey(key), eq(mailDeliveries.status, 'queued'), isFree))
    .for('update', { skipLocked: true });
  return changesOne(
    db
      .update(mailDeliveries)
      .set({ claimedBy: processId, claimedAt: sql`now()` })
      .where(inArray(mailDeliveries.key, free)),
  );
}

/** Returns the mails that a process has begun to hand over and of which it has not said what became of them. */
export const listClaimed = (db: Executor, processId: string): Promise<MailDelivery[]> =>
  db.query.mailDeliveries.findMany({
    where: and(eq(mailDeliveries.claimedBy, processId), eq(mailDeliveries.status, 'queued')),
  });

/** Lets any process send a mail that this one has claimed and not sent. */
export const releaseDelivery = (db: Executor, key: string, processId: string) =>
  db
    .update(mailDeliveries)
    .set({ claimedBy: null, claimedAt: null })
    .where(and(hasKey(key), eq(mailDeliveries.claimedBy, processId)));
