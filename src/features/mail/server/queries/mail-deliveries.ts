import { and, count, desc, eq, gt, inArray, isNotNull, ne, not, sql } from 'drizzle-orm';
import { changesOne, type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { mailDeliveries, mailStatuses } from '#platform/db/schema/schema.ts';

export type MailDelivery = typeof mailDeliveries.$inferSelect;

/** The common start of the keys of account emails. */
export const accountMailPrefix = 'account:';

export const isAboutAccount = sql`starts_with(${mailDeliveries.key}, ${accountMailPrefix})`;

/** An email to queue; `payload` is its job, if a deletion that can be undone may cancel it. */
export type NewDelivery = Pick<
  typeof mailDeliveries.$inferInsert,
  'key' | 'recipient' | 'subject' | 'payload'
>;

/** Queues an email. Returns false if it was queued before, whatever its status. */
export const queueDelivery = (db: Executor, delivery: NewDelivery) =>
  changesOne(db.insert(mailDeliveries).values(delivery).onConflictDoNothing());

export const hasKey = (key: string) => eq(mailDeliveries.key, key);

export const findDelivery = (db: Executor, key: string) =>
  db.query.mailDeliveries.findFirst({ where: hasKey(key) });

/**
 * Returns the seconds until fewer than `most` of these deliveries are within the time window; 0 if
 * that is already so.
 */
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

/** Returns whether a delivery with one of these keys exists, whatever its status. */
export const hasDelivery = async (db: Executor, keys: string[]) =>
  (await db.$count(mailDeliveries, inArray(mailDeliveries.key, keys))) > 0;

/** Returns whether a delivery with one of these keys is still queued. */
export const isAnyQueued = async (db: Executor, keys: string[]) =>
  (await db.$count(
    mailDeliveries,
    and(inArray(mailDeliveries.key, keys), eq(mailDeliveries.status, 'queued')),
  )) > 0;

/**
 * Locks the delivery with this key while its email is sent; undefined if it does not exist, or
 * another worker has it.
 */
export async function lockDelivery(transaction: Transaction, key: string) {
  // The transaction is idle during the SMTP conversation, longer than others may be.
  await transaction.execute(sql`set local idle_in_transaction_session_timeout = '60s'`);
  const deliveries = transaction.select().from(mailDeliveries).where(hasKey(key));
  return first(deliveries.for('update', { skipLocked: true }));
}

/**
 * Records permanently that the email was sent. Creates the row of an email that was sent before it
 * could be queued.
 */
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
      attempts: sql`${mailDeliveries.attempts} + 1`,
      lastError,
      updatedAt: sql`now()`,
    })
    .where(hasKey(key));

/**
 * Records that a queued email will not be sent. With the payload of its job it can be sent again.
 */
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

/** Returns the failed emails, newest first, up to a limit. */
export const listFailedDeliveries = (db: Executor, limit: number) =>
  db.query.mailDeliveries.findMany({
    where: eq(mailDeliveries.status, 'failed'),
    orderBy: [desc(mailDeliveries.createdAt), desc(mailDeliveries.key)],
    limit,
  });

/**
 * Queues a failed email again; `redirect` can change the recipient. Returns its previous state, or
 * undefined.
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

/** Dismisses a failed email: it is never sent. Returns whether it existed. */
export const dismissDelivery = (db: Executor, key: string) =>
  changesOne(
    db
      .update(mailDeliveries)
      .set({ status: 'cancelled', payload: null, updatedAt: sql`now()` })
      .where(and(hasKey(key), eq(mailDeliveries.status, 'failed'))),
  );

/**
 * Returns how many emails have each status, and how long the oldest queued one has waited, in
 * seconds.
 */
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

/** The common start of the keys of alerts to the mentor. */
export const alertPrefix = 'alert:';

/** Returns how many emails have failed in the last hours, except alerts. */
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
 * Returns how many emails have failed, permanently or so far, since the newest sent one and since
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
      inArray(status, ['queued', 'failed']),
      isNotNull(lastError),
      gt(createdAt, newestSent),
      since ? gt(updatedAt, since) : undefined,
    ),
  );
}

/** Selects when the last alert with this prefix was queued that did not fail. */
const selectLastReport = (db: Executor, toldPrefix: string) =>
  db
    .select({ at: sql<Date | string>`coalesce(max(${mailDeliveries.createdAt}), '-infinity')` })
    .from(mailDeliveries)
    .where(and(hasPrefix(toldPrefix), ne(mailDeliveries.status, 'failed')));

/** Returns when the last alert with this prefix was queued that did not fail, if any. */
export async function findLastReportAt(
  db: Executor,
  toldPrefix: string,
): Promise<Date | undefined> {
  const [{ at } = { at: '' }] = await selectLastReport(db, toldPrefix);
  const instant = new Date(at);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/**
 * Returns whether an email has failed since the last alert about failures (the keys with
 * `toldPrefix`) that did not fail itself.
 */
export async function isAnyGivenUpSince(db: Executor, toldPrefix: string): Promise<boolean> {
  const lastReportAt = selectLastReport(db, toldPrefix);
  const unreported = and(
    eq(mailDeliveries.status, 'failed'),
    gt(mailDeliveries.updatedAt, lastReportAt),
    not(hasPrefix(alertPrefix)),
  );
  return (await db.$count(mailDeliveries, unreported)) > 0;
}

/**
 * Queues an email unless it, or the `before` one, was queued less than a day ago. Returns whether
 * it did; only one of several concurrent callers gets true.
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

/** Cancels the unsent emails of records (`booking:<id>:`) that are moved to the trash. */
export const cancelDeliveries = (db: Executor, ...keyPrefixes: string[]) =>
  db
    .update(mailDeliveries)
    .set({ status: 'cancelled', updatedAt: sql`now()` })
    .where(
      and(
        sql`${mailDeliveries.key} ^@ any(${sql.param(keyPrefixes)}::text[])`,
        inArray(mailDeliveries.status, ['queued', 'failed']),
      ),
    );

/** Queues emails again that a deletion cancelled. Returns the payloads of their jobs. */
export async function requeueCancelled(db: Executor, keyPrefix: string): Promise<unknown[]> {
  const isCalledOff = and(
    eq(mailDeliveries.status, 'cancelled'),
    // Permanently cancelled emails have no payload.
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
 * Erases the recipients of a permanently deleted record's emails, and cancels queued ones. The keys
 * are kept, so that a late repeat does not send them again.
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

/** Returns the keys of account emails to an email address. */
export async function listAccountMailKeys(db: Executor, recipient: string): Promise<string[]> {
  const found = await db.query.mailDeliveries.findMany({
    columns: { key: true },
    where: and(isAboutAccount, eq(mailDeliveries.recipient, recipient)),
  });
  return found.map(({ key }) => key);
}
