import { and, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/db/executor.ts';
import { bookings, leads, mailDeliveries, mailHandovers } from '#server/db/schema.ts';
import { isDeleted, isKept } from '../columns.ts';

/** So many rows go in one statement, so that nobody waits long for their locks. */
export const retentionBatch = 500;

const { key, status, createdAt } = mailDeliveries;

/** Picks a batch of what is older. Rows that somebody holds are left to the next night. */
const pick = (table: PgTable, id: SQL, where: SQL | undefined) =>
  sql`select ${id} from ${table} where ${where} limit ${retentionBatch} for update skip locked`;

/** What has a retention of its own, and from when on it counts. */
const sources = {
  lead: { table: leads, since: leads.createdAt },
  booking: { table: bookings, since: bookings.startsAt },
};
export type KeptKind = keyof typeof sources;

interface OldRecords {
  kind: KeptKind;
  before: Date;
  /** What is in the trash has an index of its own, and so has what is not. */
  isTrashed: boolean;
}

/** Deletes a batch of the records that are older, for good. Returns their ids. */
export async function removeOldRecords(
  db: Executor,
  { kind, before, isTrashed }: OldRecords,
): Promise<string[]> {
  const { table, since } = sources[kind];
  const { id } = table;
  const old = pick(table, sql`${id}`, and(lt(since, before), isTrashed ? isDeleted : isKept));
  const deletion = db.delete<PgTable>(table).where(sql`${id} in (${old})`);
  const rows = await deletion.returning({ id: sql<string>`${id}` });
  return rows.map(({ id: removed }) => removed);
}

/** Erases who the mails of records went to that are gone, and cancels those still queued. */
export const anonymiseDeliveriesOf = (db: Executor, kind: KeptKind, ids: string[]) =>
  db
    .update(mailDeliveries)
    .set({
      ...{ recipient: '', subject: '', lastError: null, payload: null, updatedAt: sql`now()` },
      status: sql`case ${status} when 'queued' then 'cancelled' else ${status} end`,
    })
    .where(
      and(
        sql`split_part(${key}, ':', 1) = ${kind}`,
        sql`split_part(${key}, ':', 2) = any(${sql.param(ids)}::text[])`,
      ),
    );

/** Deletes a batch of what is known of mails that were queued earlier and do not wait any more. Returns how many. */
export async function removeOldDeliveries(db: Executor, before: Date): Promise<number> {
  const old = pick(mailDeliveries, sql`${key}`, and(ne(status, 'queued'), lt(createdAt, before)));
  const { rowCount } = await db.delete(mailDeliveries).where(sql`${key} in (${old})`);
  return rowCount ?? 0;
}

/** Deletes what is known of mails that were handed over earlier and never answered for. */
export const removeOldHandovers = (db: Executor, before: Date) =>
  db.delete(mailHandovers).where(lt(mailHandovers.createdAt, before));
