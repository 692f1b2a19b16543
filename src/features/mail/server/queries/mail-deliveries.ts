import { and, count, desc, eq, gt, inArray, isNotNull, ne, not, sql } from 'drizzle-orm';
import { changesOne, type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { mailDeliveries, mailStatuses } from '#platform/db/schema/schema.ts';

export type MailDelivery = typeof mailDeliveries.$inferSelect;

/** How the keys of mails about accounts begin. */
export const accountMailPrefix = 'account:';

export const isAboutAccount = sql`starts_with(${mailDeliveries.key}, ${accountMailPrefix})`;

/** A mail to be queued; `payload` is its job, where a deletion may call it off that can be taken back. */
export type NewDelivery = Pick<
  typeof mailDeliveries.$inferInsert,
  'key' | 'recipient' | 'subject' | 'payload'
>;

/** Queues a mail. Returns false when it was queued before, whatever became of it. */
export const queueDelivery = (db: Executor, delivery: NewDelivery) =>
  changesOne(db.insert(mailDeliveries).values(delivery).onConflictDoNothing());

export const hasKey = (key: string) => eq(mailDeliveries.key, key);

/** Returns the delivery with this key, if there is one. */
export const findDelivery = (db: Executor, key: string) =>
  db.query.mailDeliveries.findFirst({ where: hasKey(key) });

/** Returns the seconds until fewer than `most` of these deliveries will have been queued within so many seconds; 0 when that is so. */
export async function secondsUntilFewer(
  db: Executor,
  keys: string[],
  { most, seconds }: { most: number; seconds: number },
): Promise<number> {
  const left = sql<number>`greatest(0, ceil(${seconds}::int - extract(epoch from now() - ${mailDeliveries.createdAt})))::int`;
  const newest = db
    .select({ left })
    .from(mailDeliveries)
    .where(inArray(mailDeliveries.key, keys))
    .orderBy(desc(mailDeliveries.createdAt))
    .offset(most - 1)
    .limit(1);
  return (await first(newest))?.left ?? 0;
}

/** Returns whether a delivery with one of these keys is known, whatever became of it. */
export const hasDelivery = async (db: Executor, keys: string[]) =>
  (await db.$count(mailDeliveries, inArray(mailDeliveries.key, keys))) > 0;

/** Returns whether a delivery with one of these keys is still to be sent. */
export const isAnyQueued = async (db: Executor, keys: string[]) =>
  (await db.$count(
    mailDeliveries,
    and(inArray(mailDeliveries.key, keys), eq(mailDeliveries.status, 'queued')),
  )) > 0;

/** Locks the delivery with this key while its mail is sent; nothing when there is none, or another worker has it. */
export async function lockDelivery(transaction: Transaction, key: string) {
  // The transaction idles during the SMTP conversation, longer than any other may.
  await transaction.execute(sql`set local idle_in_transaction_session_timeout = '60s'`);
  const deliveries = transaction.select().from(mailDeliveries).where(hasKey(key));
  return first(deliveries.for('update', { skipLocked: true }));
}

/** Records, for good, that the mail was sent. Creates the row of a mail that was sent before it could be queued. */
export async function recordSent(db: Executor, delivery: NewDelivery): Promise<void> {
  const now = sql`now()`;
  const sent = {
    status: 'sent' as const,
    sentAt: now,
    updatedAt: now,
    lastError: null,
    payload: null,
  };
  const { key, recipient, subject } = delivery;
  await db
    .insert(mailDeliveries)
    .values({ key, recipient, subject, ...sent, attempts: 1 })
    .onConflictDoUpdate({
      target: mailDeliveries.key,
      set: { ...sent, attempts: sql`${mailDeliveries.attempts} + 1` },
      setWhere: sql`${mailDeliveries.status} <> 'sent'`,
    });
}

/** Records a failed attempt that will be retried. */
export const recordFailedAttempt = (db: Executor, key: string, lastError: string) =>
  db
    .update(mailDeliveries)
    .set({
      ...{ attempts: sql`${mailDeliveries.attempts} + 1`, lastError, updatedAt: sql`now()` },
    })
    .where(hasKey(key));

/** Records that a mail which is still queued will not be sent. With the payload of its job it can be sent again. */
export const recordGivenUp = (
  db: Executor,
  key: string,
  status: 'failed' | 'cancelled',
  payload: unknown = null,
) =>
  db
    .update(mailDeliveries)
    .set({ status, payload, updatedAt: sql`now()` })
    .where(and(hasKey(key), eq(mailDeliveries.status, 'queued')));

/** Returns the mails that were given up, newest first, at most so many. */
export const listFailedDeliveries = (db: Executor, limit: number) =>
  db.query.mailDeliveries.findMany({
    where: eq(mailDeliveries.status, 'failed'),
    orderBy: [desc(mailDeliveries.createdAt), desc(mailDeliveries.key)],
    limit,
  });

/**
 * Queues a mail again that was given up, to whom `redirect` says it goes now. Returns it as it was, or
 * nothing when there is none such.
 */
export async function requeueDelivery(
  transaction: Transaction,
  key: string,
  redirect: (recipient: string) => string,
) {
  const isFailed = and(hasKey(key), eq(mailDeliveries.status, 'failed'));
  const failed = await first(
    transaction.select().from(mailDeliveries).where(isFailed).for('update'),
  );
  if (!failed?.payload) return undefined;
  await transaction
    .update(mailDeliveries)
    .set({ status: 'queued', recipient: redirect(failed.recipient), updatedAt: sql`now()` })
    .where(hasKey(key));
  return failed;
}

/** Lets go of a mail that was given up: nothing sends it any more. Returns whether there was one. */
export const dismissDelivery = (db: Executor, key: string) =>
  changesOne(
    db
      .update(mailDeliveries)
      .set({ status: 'cancelled', payload: null, updatedAt: sql`now()` })
      .where(and(hasKey(key), eq(mailDeliveries.status, 'failed'))),
  );

/** Returns how many mails are in each state, and how long the oldest that is queued has waited, in seconds. */
export async function countDeliveries(db: Executor) {
  const { status, createdAt } = mailDeliveries;
  const counts = await db.select({ status, count: count() }).from(mailDeliveries).groupBy(status);
  const waited = sql<number>`coalesce(extract(epoch from now() - min(${createdAt})), 0)::float8`;
  const queued = await first(
    db.select({ waited }).from(mailDeliveries).where(eq(status, 'queued')),
  );
  return {
    byStatus: mailStatuses.map((one) => ({
      status: one,
      count: counts.find((found) => found.status === one)?.count ?? 0,
    })),
    oldestQueuedSeconds: queued?.waited ?? 0,
  };
}

const hasPrefix = (keyPrefix: string) => sql`starts_with(${mailDeliveries.key}, ${keyPrefix})`;

/** How the keys of the mails begin that tell the mentor what needs a person. */
export const alertPrefix = 'alert:';

/** Returns how many mails have been given up in the last hours, but for those that tell of it. */
export const countGivenUp = (db: Executor, { hours }: { hours: number }) =>
  db.$count(
    mailDeliveries,
    and(
      eq(mailDeliveries.status, 'failed'),
      sql`${mailDeliveries.updatedAt} > now() - make_interval(hours => ${hours})`,
      not(hasPrefix(alertPrefix)),
    ),
  );

/**
 * Returns how many mails have failed, finally or so far, since the newest one that was sent and since
 * an instant.
 */
export function countLatestFailures(db: Executor, since: Date | null) {
  const { status, createdAt, updatedAt, lastError } = mailDeliveries;
  const newestSent = db
    .select({ at: sql`coalesce(max(${createdAt}), '-infinity')` })
    .from(mailDeliveries)
    .where(eq(status, 'sent'));
  return db.$count(
    mailDeliveries,
    and(
      ...[inArray(status, ['queued', 'failed']), isNotNull(lastError)],
      ...[gt(createdAt, newestSent), since ? gt(updatedAt, since) : undefined],
    ),
  );
}

/** Returns whether a mail was given up since the last alert about such, whose key begins so, that was not given up itself. */
export async function isAnyGivenUpSince(db: Executor, toldPrefix: string): Promise<boolean> {
  const told = db
    .select({ at: sql`coalesce(max(${mailDeliveries.createdAt}), '-infinity')` })
    .from(mailDeliveries)
    .where(and(hasPrefix(toldPrefix), ne(mailDeliveries.status, 'failed')));
  const untold = and(
    eq(mailDeliveries.status, 'failed'),
    gt(mailDeliveries.updatedAt, told),
    not(hasPrefix(alertPrefix)),
  );
  return (await db.$count(mailDeliveries, untold)) > 0;
}

/**
 * Queues a mail unless it or the one before it, which is `before`, was queued less than a day ago.
 * Returns whether it did; of any number of concurrent callers, one gets true.
 */
export async function queueDaily(
  db: Executor,
  { key, recipient, subject }: NewDelivery,
  before: string,
): Promise<boolean> {
  const isRecent = and(hasKey(before), sql`${mailDeliveries.createdAt} > now() - interval '1 day'`);
  if ((await db.$count(mailDeliveries, isRecent)) > 0) return false;
  return queueDelivery(db, { key, recipient, subject });
}

/** Calls off what was not sent of the mails of records (`booking:<id>:`) that go into the trash. */
export const callOffDeliveries = (db: Executor, ...keyPrefixes: string[]) =>
  db
    .update(mailDeliveries)
    .set({ status: 'cancelled', updatedAt: sql`now()` })
    .where(
      and(
        sql`${mailDeliveries.key} ^@ any(${sql.param(keyPrefixes)}::text[])`,
        inArray(mailDeliveries.status, ['queued', 'failed']),
      ),
    );

/** Queues again what was called off so. Returns the payloads of the jobs that send it. */
export async function requeueCalledOff(db: Executor, keyPrefix: string): Promise<unknown[]> {
  const isCalledOff = and(
    eq(mailDeliveries.status, 'cancelled'),
    // What was cancelled for good has none.
    isNotNull(mailDeliveries.payload),
  );
  const rows = await db
    .update(mailDeliveries)
    .set({ status: 'queued', updatedAt: sql`now()` })
    .where(and(hasPrefix(keyPrefix), isCalledOff))
    .returning({ payload: mailDeliveries.payload });
  return rows.map(({ payload }) => payload);
}

/**
 * Erases who the mails of a record went to that is deleted for good, and cancels those still
 * queued. The keys stay: a late repeat must not send them again.
 */
export const anonymiseDeliveries = (db: Executor, keyPrefix: string) =>
  db
    .update(mailDeliveries)
    .set({
      recipient: '',
      subject: '',
      lastError: null,
      payload: null,
      updatedAt: sql`now()`,
      status: sql`case ${mailDeliveries.status} when 'queued' then 'cancelled' else ${mailDeliveries.status} end`,
    })
    .where(hasPrefix(keyPrefix));

/** Returns the keys of the mails about accounts that went to an email. */
export async function listAccountMailKeys(db: Executor, recipient: string): Promise<string[]> {
  const found = await db.query.mailDeliveries.findMany({
    columns: { key: true },
    where: and(isAboutAccount, eq(mailDeliveries.recipient, recipient)),
  });
  return found.map(({ key }) => key);
}
