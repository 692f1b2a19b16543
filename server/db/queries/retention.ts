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

/** What is in the trash has an index of its own, and so has what is not. */
const parts = { kept: isKept, trashed: isDeleted };
type Part = keyof typeof parts;

/** Deletes a batch of the leads that came earlier, for good. Returns their ids. */
export async function removeOldLeads(db: Executor, before: Date, part: Part): Promise<string[]> {
  const old = pick(leads, sql`${leads.id}`, and(lt(leads.createdAt, before), parts[part]));
  const rows = await db
    .delete(leads)
    .where(sql`${leads.id} in (${old})`)
    .returning({ id: leads.id });
  return rows.map(({ id }) => id);
}

/** Deletes a batch of the bookings whose time was earlier, for good. Returns their ids. */
export async function removeOldBookings(db: Executor, before: Date, part: Part): Promise<string[]> {
  const old = pick(bookings, sql`${bookings.id}`, and(lt(bookings.startsAt, before), parts[part]));
  const rows = await db
    .delete(bookings)
    .where(sql`${bookings.id} in (${old})`)
    .returning({ id: bookings.id });
  return rows.map(({ id }) => id);
}

/** Erases who the mails of records went to that are gone, and cancels those still queued. */
export const anonymiseDeliveriesOf = (db: Executor, kind: 'lead' | 'booking', ids: string[]) =>
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
