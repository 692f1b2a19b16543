import { inArray, or, sql } from 'drizzle-orm';
import { type ErasureCounts, toMailbox } from '#domain/person.ts';
import { accountEvent, accountToken, verification } from '#server/db/account-schema.ts';
import type { Executor } from '#server/db/executor.ts';
import {
  bookings,
  leads,
  mailDeliveries,
  mailHandovers,
  personRequests,
  rateLimits,
} from '#server/db/schema.ts';
import {
  isAbout,
  isAnyOf,
  leadsTo,
  listAccountMailboxes,
  listBookingsOf,
  listLeadsOf,
  listRequestsOf,
  type RowsOf,
} from './people.ts';

/** Whose rows go. */
export interface RowsToErase extends RowsOf {
  /** What came later belongs to somebody who has come back; without it everything goes. */
  until?: Date;
  /** Where the site's own notices go: what went there counts by what it is about. */
  ownMailboxes?: readonly string[];
}

interface ErasedRows {
  ids: string[];
  /** Without what lies elsewhere than in the database, and without when sessions are. */
  counts: Omit<ErasureCounts, 'sessions' | 'journal_entries' | 'files'>;
}

const countOf = async (statement: PromiseLike<{ rowCount: number | null }>) =>
  (await statement).rowCount ?? 0;

/**
 * Erases somebody from every table, those of the job queue included, within the caller's transaction.
 * The keys of mails stay, without whom they went to, as for what was deleted: a late repeat is known by
 * them. What an account of the admin has done stays with the account. Returns the ids of the records
 * that are gone, and how many rows.
 */
export async function eraseRows(db: Executor, rows: RowsToErase): Promise<ErasedRows> {
  const { until, ownMailboxes = [] } = rows;
  const isMeant = ({ id, created_at }: { id: string; created_at: Date }) =>
    until === undefined || created_at <= until || rows.ids?.includes(id);
  const leadIds = (await listLeadsOf(db, rows)).filter(isMeant).map(({ id }) => id);
  const bookingIds = (await listBookingsOf(db, rows)).filter(isMeant).map(({ id }) => id);
  const requestIds = (await listRequestsOf(db, rows.mailboxes))
    .filter(({ asked_at }) => until === undefined || asked_at <= until)
    .map(({ id }) => id);
  const ids = [...new Set([...leadIds, ...bookingIds, ...requestIds, ...(rows.ids ?? [])])];
  const accounts = await listAccountMailboxes(db);
  const mailboxes = rows.mailboxes.filter((one) => !accounts.includes(one));
  const recipients = mailboxes.filter((one) => !ownMailboxes.includes(one));

  const counts = {
    leads: await countOf(db.delete(leads).where(inArray(leads.id, leadIds))),
    bookings: await countOf(db.delete(bookings).where(inArray(bookings.id, bookingIds))),
    requests: await countOf(
      db.delete(personRequests).where(inArray(personRequests.id, requestIds)),
    ),
    mails: await eraseMails(db, { ids, recipients, until }),
    jobs: await eraseJobs(db, { ids, mailboxes }),
    log_entries: await eraseAccountTraces(db, mailboxes),
  };
  await db.delete(rateLimits).where(
    isAnyOf(
      rateLimits.key,
      rows.mailboxes.map((one) => `mail-to-stranger:${toMailbox(one)}`),
    ),
  );
  return { ids, counts };
}

/** Nothing remembers to whom and about whom they were, and what waits is not sent. */
async function eraseMails(
  db: Executor,
  { ids, recipients, until }: { ids: string[]; recipients: string[]; until: Date | undefined },
): Promise<number> {
  const isTo = sql`${leadsTo('recipient', recipients)} and ${mailDeliveries.createdAt} <= ${until?.toISOString() ?? 'infinity'}`;
  await db.delete(mailHandovers).where(isAbout(mailHandovers.key, ids));
  return countOf(
    db
      .update(mailDeliveries)
      .set({
        ...{ recipient: '', subject: '', lastError: null, payload: null, updatedAt: sql`now()` },
        status: sql`case ${mailDeliveries.status} when 'sent' then 'sent' else 'cancelled' end`,
      })
      .where(
        sql`(${or(isAbout(mailDeliveries.key, ids), isTo)}) and ${mailDeliveries.recipient} <> ''`,
      ),
  );
}

/** Whatever state they are in: what is done, or was given up, is kept with its data for a while. */
async function eraseJobs(
  db: Executor,
  { ids, mailboxes }: { ids: string[]; mailboxes: string[] },
): Promise<number> {
  const { rows } = await db.execute(
    sql`select from pg_tables where schemaname = 'pgboss' and tablename = 'job'`,
  );
  // Nothing was ever queued.
  if (rows.length === 0) return 0;
  const isAboutOne = ['leadId', 'bookingId', 'requestId'].map((name) =>
    isAnyOf(sql`data ->> ${sql.raw(`'${name}'`)}`, ids),
  );
  return countOf(
    db.execute(
      sql`delete from pgboss.job where ${or(...isAboutOne, leadsTo("(data ->> 'email')", mailboxes))}`,
    ),
  );
}

/** Of tries to sign in, and of mails that were asked for, with an address that has no account. */
async function eraseAccountTraces(db: Executor, mailboxes: string[]): Promise<number> {
  const isNamed = mailboxes.map(
    (one) =>
      sql`strpos(lower(${verification.identifier} || ' ' || ${verification.value}), ${one}) > 0`,
  );
  if (isNamed.length > 0) await db.delete(verification).where(or(...isNamed));
  await db.delete(accountToken).where(leadsTo('email', mailboxes));
  return countOf(db.delete(accountEvent).where(leadsTo('email', mailboxes)));
}
