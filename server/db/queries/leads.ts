import { and, eq, gte, like, type SQL, sql } from 'drizzle-orm';
import {
  type LeadCounts,
  type LeadFilter,
  type LeadQuery,
  leadGroups,
  toSearchTerms,
} from '#domain/lead-group.ts';
import { changesOne, type Executor, type Transaction } from '#server/db/executor.ts';
import { leads } from '#server/db/schema.ts';
import { listByKey, nameColumns } from './keyset.ts';
import type { NewDelivery } from './mail-deliveries.ts';

export type Lead = typeof leads.$inferSelect;
type NewLead = Required<Omit<typeof leads.$inferInsert, 'createdAt'>> & { createdAt?: Date };

/** Inserts a lead unless its id is taken. Returns whether it did. Waits for a rival that is still deciding. */
export const insertLead = (db: Executor, lead: NewLead) =>
  changesOne(db.insert(leads).values(lead).onConflictDoNothing());

/** Returns the inserts of a lead and of the mail that tells of it, for `jobsBeside`. */
export const newLead = (
  { id, name, email, phone, source, message }: NewLead,
  { key, recipient, subject }: NewDelivery,
) => ({
  name: 'new-lead',
  text: `
    new_lead as (
      insert into leads (id, name, email, phone, source, message)
      values ($2, $3, $4, $5, $6, $7) on conflict do nothing returning id
    ), new_delivery as (
      insert into mail_deliveries (key, recipient, subject)
      select $8, $9, $10 from new_lead on conflict do nothing returning key
    )`,
  last: 'new_delivery',
  values: [id, name, email, phone, source, message, key, recipient, subject],
});

/** Returns the lead with this id, if there is one. */
export const findLead = (db: Executor, id: string) =>
  db.query.leads.findFirst({ where: eq(leads.id, id) });

/** Deletes a lead. Returns whether there was one. */
export const removeLead = (transaction: Transaction, id: string) =>
  changesOne(transaction.delete(leads).where(eq(leads.id, id)));

/** Matches rows that hold a text, whatever signs of a pattern it has. */
const holds = (term: string) => like(leads.searchText, `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`);

const matches = ({ group, search }: LeadFilter): SQL | undefined =>
  and(group && eq(leads.category, group), ...toSearchTerms(search).map(holds));

const { category, search_text, ...columns } = nameColumns(leads);

/** Returns one page of the leads that match, newest first. */
export const listLeads = (db: Executor, { group, search, ...page }: LeadQuery) =>
  listByKey(
    db,
    { table: leads, columns, newest: leads.createdAt, where: matches({ group, search }) },
    page,
  );

/** How far leads are counted: exact figures of great piles would make the list wait. */
const countLimit = { all: 10_000, search: 100 };

/** Returns how many leads that match a search each group has, as far as they are counted. */
export async function countLeads(db: Executor, search: string): Promise<LeadCounts> {
  const limit = search === '' ? countLimit.all : countLimit.search;
  const counts = leadGroups.map((group) => {
    const some = db
      .select({ id: leads.id })
      .from(leads)
      .where(matches({ group, search }))
      .limit(limit + 1);
    return sql`(select count(*)::int from ${some} as found) as ${sql.identifier(group)}`;
  });
  const { rows } = await db.execute<Record<string, number>>(
    sql`select ${sql.join(counts, sql`, `)}`,
  );
  const count = (group: string) => rows[0]?.[group] ?? 0;
  return Object.fromEntries(
    leadGroups.map((group) => [
      group,
      { count: Math.min(count(group), limit), isMore: count(group) > limit },
    ]),
  ) as LeadCounts;
}

/** Returns how many leads came at this instant or later. */
export const countLeadsSince = (db: Executor, since: Date): Promise<number> =>
  db.$count(leads, gte(leads.createdAt, since));
