import { and, desc, eq, inArray, isNull, like, or, type SQL, sql } from 'drizzle-orm';
import {
  type LeadCell,
  type LeadFilter,
  type LeadGroup,
  type LeadQuery,
  leadGroups,
  toSearchTerms,
} from '#features/leads/rules/lead-group.ts';
import { type LeadChange, type LeadState, leadStates } from '#features/leads/rules/lead-state.ts';
import type { OriginOfRow } from '#platform/db/columns.ts';
import { changesOne, type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { listByKey, nameColumns, spanOf } from '#platform/db/keyset.ts';
import { leads, leadTotals } from '#platform/db/schema/schema.ts';

export type Lead = typeof leads.$inferSelect;
type NewLead = Required<
  Pick<
    typeof leads.$inferInsert,
    'id' | 'name' | 'email' | 'phone' | 'source' | 'message' | 'privacyVersion' | 'agreedTo'
  >
> &
  OriginOfRow & { createdAt?: Date };

/** Inserts a lead unless its id is taken. Returns whether it did. Waits for a rival that is still deciding. */
export const insertLead = (db: Executor, lead: NewLead) =>
  changesOne(db.insert(leads).values(lead).onConflictDoNothing());

const isThis = (id: string) => and(eq(leads.id, id), isNull(leads.deletedAt));

/** Returns the lead with this id, if there is one. */
export const findLead = (db: Executor, id: string) =>
  db.query.leads.findFirst({ where: isThis(id) });

/** Returns the same, from the trash too: its id belongs to these words until it is deleted for good. */
export const findSubmittedLead = (db: Executor, id: string) =>
  db.query.leads.findFirst({ where: eq(leads.id, id) });

/** Puts leads into the trash. */
export const trashLeads = (transaction: Transaction, ids: string[], deletedAt: Date) =>
  transaction.update(leads).set({ deletedAt }).where(inArray(leads.id, ids));

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

const inState = (state: LeadState) => ({ column: leads.state, value: state });

const { category, search_text, deleted_at, ...columns } = nameColumns(leads);

/** Returns one page of the leads that match, newest first. */
export function listLeads(db: Executor, { group, state, search, ...page }: LeadQuery) {
  const where = matches({ group, search });
  const within = state && inState(state);
  return listByKey(db, { table: leads, columns, newest: leads.createdAt, where, within }, page);
}

/** Returns a lead as lists show it, if there is one that is not in the trash. */
export const findListedLead = (db: Executor, id: string) =>
  first(db.select(columns).from(leads).where(isThis(id)));

/** Changes a lead that still has this version. Returns it as lists show it, or nothing when there is none such. */
export const updateLead = (db: Executor, id: string, { version, ...changes }: LeadChange) =>
  first(
    db
      .update(leads)
      .set({ ...changes, version: sql`${leads.version} + 1` })
      .where(and(isThis(id), eq(leads.version, version)))
      .returning(columns),
  );

/**
 * Locks those of the leads that are there until the transaction ends, in one order, so that no two
 * transactions wait for each other. Returns the state of each.
 */
export const lockLeads = (transaction: Transaction, ids: string[]) =>
  transaction
    .select({ id: leads.id, state: leads.state, version: leads.version })
    .from(leads)
    .where(and(inArray(leads.id, ids), isNull(leads.deletedAt)))
    .orderBy(leads.id)
    .for('update');

/** Gives each of these leads a state of its own. */
export async function updateLeadStates(
  transaction: Transaction,
  changes: { id: string; state: LeadState }[],
): Promise<void> {
  const given = sql`unnest(${sql.param(changes.map(({ id }) => id))}::uuid[], ${sql.param(changes.map(({ state }) => state))}::text[])`;
  await transaction
    .update(leads)
    .set({ state: sql`given.state`, version: sql`${leads.version} + 1` })
    .from(sql`${given} as given (id, state)`)
    .where(eq(leads.id, sql`given.id`));
}

/** How many of a group's leads are looked at for the counts of a search: exact figures would make the list wait. */
const countLimit = 100;

/** Returns, in SQL, the newest leads of a group that match, in a state or in any, as far as they are counted. */
function countedOf(db: Executor, group: LeadGroup, search: string, state?: LeadState): SQL {
  const newest = db
    .select({ state: leads.state })
    .from(leads)
    .where(and(matches({ group, search }), state && spanOf(inState(state))))
    // Those that the list shows are in memory; any others might not be.
    .orderBy(...(state ? [desc(leads.state)] : []), desc(leads.createdAt), desc(leads.id))
    .limit(countLimit + 1);
  return sql`select ${group} as "group", ${state ?? null} as within, state, row_number() over () as place from ${newest} as newest`;
}

type CountedCell = Pick<LeadCell, keyof LeadCell> & { within: LeadState | null };

/**
 * Returns how many leads each group has in each state. Of those that match a search, as far as they
 * are counted: the newest of each group, and the newest of each that have the chosen state.
 */
export async function countLeads(
  db: Executor,
  { search, state: chosen }: Pick<LeadFilter, 'search' | 'state'>,
): Promise<LeadCell[]> {
  const cells = leadGroups.flatMap((group) => leadStates.map((state) => ({ group, state })));
  if (search === '') {
    const totals = await db.select().from(leadTotals);
    const isOf = (cell: Pick<LeadCell, 'group' | 'state'>) => (row: (typeof totals)[number]) =>
      row.category === cell.group && row.state === cell.state;
    return cells.map((cell) => ({
      ...{ ...cell, count: totals.find(isOf(cell))?.count ?? 0, isMore: false },
    }));
  }
  const counted = leadGroups.flatMap((group) => [
    countedOf(db, group, search),
    ...(chosen ? [countedOf(db, group, search, chosen)] : []),
  ]);
  const { rows } = await db.execute<CountedCell>(sql`
    select "group", within, state, count(*) filter (where place <= ${countLimit})::int as count,
      bool_or(place > ${countLimit}) as "isMore"
    from (${sql.join(counted, sql` union all `)}) as counted group by 1, 2, 3`);
  return cells.map(({ group, state }) => {
    const within = state === chosen ? state : null;
    const ofGroup = rows.filter((row) => row.group === group && row.within === within);
    return {
      ...{ group, state, count: ofGroup.find((row) => row.state === state)?.count ?? 0 },
      isMore: ofGroup.some(({ isMore }) => isMore),
    };
  });
}
