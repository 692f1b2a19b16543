import { and, desc, eq, isNull, like, or, type SQL, sql, sum } from 'drizzle-orm';
import {
  type LeadCounts,
  type LeadFilter,
  type LeadGroup,
  type LeadQuery,
  leadGroups,
  toSearchTerms,
} from '#domain/lead-group.ts';
import { changesOne, type Executor, type Transaction } from '#server/db/executor.ts';
import { leads, leadTotals } from '#server/db/schema.ts';
import { listByKey, nameColumns } from './keyset.ts';
import type { NewDelivery } from './mail-deliveries.ts';

export type Lead = typeof leads.$inferSelect;
type NewLead = Required<
  Pick<typeof leads.$inferInsert, 'id' | 'name' | 'email' | 'phone' | 'source' | 'message'>
> & { createdAt?: Date };

/** Inserts a lead unless its id is taken. Returns whether it did. Waits for a rival that is still deciding. */
export const insertLead = (db: Executor, lead: NewLead) =>
  changesOne(db.insert(leads).values(lead).onConflictDoNothing());

/** Returns the inserts of a lead and of the mail that tells of it, for `jobsBeside`. */
export const newLead = (
  { id, name, email, phone, source, message, createdAt }: NewLead,
  { key, recipient, subject, payload }: NewDelivery,
) => ({
  name: 'new-lead',
  text: `
    new_lead as (
      insert into leads (id, name, email, phone, source, message, created_at)
      values ($2, $3, $4, $5, $6, $7, coalesce($8, now())) on conflict do nothing returning id
    ), new_delivery as (
      insert into mail_deliveries (key, recipient, subject, payload)
      select $9, $10, $11, $12::jsonb from new_lead on conflict do nothing returning key
    )`,
  last: 'new_delivery',
  values: [
    ...[id, name, email, phone, source, message, createdAt],
    ...[key, recipient, subject, JSON.stringify(payload)],
  ],
});

const isThis = (id: string) => and(eq(leads.id, id), isNull(leads.deletedAt));

/** Returns the lead with this id, if there is one. */
export const findLead = (db: Executor, id: string) =>
  db.query.leads.findFirst({ where: isThis(id) });

/** Returns the same, from the trash too: its id stands for these words until it is gone for good. */
export const findSubmittedLead = (db: Executor, id: string) =>
  db.query.leads.findFirst({ where: eq(leads.id, id) });

/** Puts a lead into the trash. Returns whether there was one. */
export const trashLead = (transaction: Transaction, id: string, deletedAt: Date) =>
  changesOne(transaction.update(leads).set({ deletedAt }).where(isThis(id)));

/** Trigrams find one letter or two only where a word begins: in a row's text, behind a space, in a new line. */
const wordStarts = ['', '% ', '%\n'];

/** The index pays for every letter that it is asked for, and so many nearly always tell one row from all others. */
const tellingLength = 6;

/** Returns the part of a term that tells most: the end of its longest word, but for the domain that many share. */
function pickTelling(term: string): string {
  const words = (/^[^@]{3,}(?=@)/.exec(term)?.[0] ?? term).match(/[\p{L}\p{N}]+/gu) ?? [];
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '');
  // Of less than three letters the index knows nothing.
  return longest.length < 3 ? term : [...longest].slice(-tellingLength).join('');
}

/** Matches rows that hold a term, whatever signs of a pattern it has; a very short one where a word begins. */
function holds(term: string): SQL | undefined {
  if (/^[a-z\d]{1,2}$/.test(term))
    return or(...wordStarts.map((start) => like(leads.searchText, `${start}${term}%`)));
  const telling = pickTelling(term);
  const isFound = like(leads.searchText, `%${telling.replaceAll(/[\\%_]/g, '\\$&')}%`);
  return telling === term
    ? isFound
    : and(isFound, sql`position(${term} in ${leads.searchText}) > 0`);
}

const matches = ({ group, search }: LeadFilter): SQL | undefined =>
  and(
    isNull(leads.deletedAt),
    group && eq(leads.category, group),
    ...toSearchTerms(search).map(holds),
  );

const { category, search_text, deleted_at, ...columns } = nameColumns(leads);

/** Returns one page of the leads that match, newest first. */
export const listLeads = (db: Executor, { group, search, ...page }: LeadQuery) =>
  listByKey(
    db,
    { table: leads, columns, newest: leads.createdAt, where: matches({ group, search }) },
    page,
  );

/** How far leads that match a search are counted in each group: exact figures would make the list wait. */
const countLimit = 100;

const toCounts = (toCount: (group: LeadGroup) => LeadCounts[LeadGroup]) =>
  Object.fromEntries(leadGroups.map((group) => [group, toCount(group)])) as LeadCounts;

/** Returns how many leads each group has; of those that match a search, as far as they are counted. */
export async function countLeads(db: Executor, search: string): Promise<LeadCounts> {
  if (search === '') {
    const { category, count } = leadTotals;
    const rows = await db
      .select({ category, count: sum(count).mapWith(Number) })
      .from(leadTotals)
      .groupBy(category);
    const totals = new Map(rows.map((row) => [row.category, row.count]));
    return toCounts((group) => ({ count: totals.get(group) ?? 0, isMore: false }));
  }
  const counts = leadGroups.map((group) => {
    const some = db
      .select({ id: leads.id })
      .from(leads)
      .where(matches({ group, search }))
      // Those that the list shows are in memory; any others might not be.
      .orderBy(desc(leads.createdAt), desc(leads.id))
      .limit(countLimit + 1);
    return sql`(select count(*)::int from ${some} as found) as ${sql.identifier(group)}`;
  });
  const { rows } = await db.execute<Record<string, number>>(
    sql`select ${sql.join(counts, sql`, `)}`,
  );
  return toCounts((group) => {
    const count = rows[0]?.[group] ?? 0;
    return { count: Math.min(count, countLimit), isMore: count > countLimit };
  });
}

/** How many leads came from one instant until another, in SQL: whole hours by what is kept of them, their edges one by one. */
export function leadsWithin(from: SQL, to: SQL): SQL {
  const firstHour = sql`date_trunc('hour', ${from} + interval '1 hour' - interval '1 microsecond', 'UTC')`;
  const lastHour = sql`greatest(${firstHour}, date_trunc('hour', ${to}, 'UTC'))`;
  return sql`(
    (select coalesce(sum(count), 0) from leads_by_hour where hour >= ${firstHour} and hour < ${lastHour})
    + (select count(*) from leads where deleted_at is null and created_at >= ${from} and created_at < least(${firstHour}, ${to}))
    + (select count(*) from leads where deleted_at is null and created_at >= ${lastHour} and created_at < ${to})
  )::int`;
}

/** Returns how many leads came at this instant or later. */
export async function countLeadsSince(db: Executor, since: Date): Promise<number> {
  const from = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ count: number }>(
    sql`select ${leadsWithin(from, sql`timestamptz 'infinity'`)} as count`,
  );
  return rows[0]?.count ?? 0;
}
