import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  like,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  type LeadCell,
  type LeadFilter,
  type LeadGroup,
  type LeadQuery,
  leadGroups,
} from '#features/leads/rules/lead-group.ts';
import { type LeadChange, type LeadState, leadStates } from '#features/leads/rules/lead-state.ts';
import { changesOne, type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { listByKey, spanOf } from '#platform/db/keyset.ts';
import { leads, leadTotals } from '#platform/db/schema/lead-schema.ts';
import { toSearchTerms } from '#rules/search-terms.ts';

export type Lead = typeof leads.$inferSelect;
type NewLead = Required<
  Pick<
    typeof leads.$inferInsert,
    'id' | 'name' | 'email' | 'phone' | 'source' | 'message' | 'privacyVersion' | 'agreedTo'
  >
> &
  typeof leads.$inferInsert;

/**
 * Inserts a lead unless its id is taken, after waiting for a concurrent insert. Returns whether it
 * did.
 */
export const insertLead = (db: Executor, lead: NewLead) =>
  changesOne(db.insert(leads).values(lead).onConflictDoNothing());

const isThis = (id: string) => and(eq(leads.id, id), isNull(leads.deletedAt));

export const findLead = (db: Executor, id: string) =>
  db.query.leads.findFirst({ where: isThis(id) });

/**
 * Returns the lead with this id, even from the trash: its id stays reserved until it is permanently
 * deleted.
 */
export const findSubmittedLead = (db: Executor, id: string) =>
  db.query.leads.findFirst({ where: eq(leads.id, id) });

/** Puts leads into the trash. */
export const trashLeads = (transaction: Transaction, ids: string[], deletedAt: Date) =>
  transaction.update(leads).set({ deletedAt }).where(inArray(leads.id, ids));

/**
 * Terms of one or two letters only match at the start of a word: at the start of the text, after a
 * space, or on a new line.
 */
const wordStarts = ['', '% ', '%\n'];

/** The index gets slower with each letter, and this many nearly always identify a row. */
const selectiveLength = 6;

/**
 * Returns the most selective part of a term: the end of its longest word, without a common email
 * domain.
 */
function pickSelective(term: string): string {
  const words = (/^[^@]{3,}(?=@)/.exec(term)?.[0] ?? term).match(/[\p{L}\p{N}]+/gu) ?? [];
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one), '');
  // The trigram index cannot find fewer than three letters.
  return longest.length < 3 ? term : [...longest].slice(-selectiveLength).join('');
}

/**
 * Matches rows that contain a term, with pattern characters escaped; a very short term must start a
 * word.
 */
function holds(term: string): SQL | undefined {
  if (/^[a-z\d]{1,2}$/.test(term))
    return or(...wordStarts.map((start) => like(leads.searchText, `${start}${term}%`)));
  const selective = pickSelective(term);
  const isFound = like(leads.searchText, `%${selective.replaceAll(/[\\%_]/g, '\\$&')}%`);
  return selective === term
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

const { category, searchText, deletedAt, ...stored } = getTableColumns(leads);

const columns = {
  ...stored,
  course: sql<
    string | null
  >`(select courses.title from courses where courses.id = leads.course_id)`,
};

/** Returns one page of the matching leads, newest first. */
export function listLeads(db: Executor, { group, state, search, ...page }: LeadQuery) {
  const where = matches({ group, search });
  const within = state && inState(state);
  return listByKey(db, { table: leads, columns, newest: leads.createdAt, where, within }, page);
}

/** Returns a lead for lists, unless it is in the trash. */
export const findListedLead = (db: Executor, id: string) =>
  first(db.select(columns).from(leads).where(isThis(id)));

/** Changes a lead that still has this version. Returns it for lists, or undefined. */
export const updateLead = (db: Executor, id: string, { version, ...changes }: LeadChange) =>
  first(
    db
      .update(leads)
      .set({ ...changes, version: sql`${leads.version} + 1` })
      .where(and(isThis(id), eq(leads.version, version)))
      .returning(columns),
  );

/**
 * Locks the existing leads until the transaction ends, in a fixed order to prevent deadlocks.
 * Returns the state of each.
 */
export const lockLeads = (transaction: Transaction, ids: string[]) =>
  transaction
    .select({ id: leads.id, state: leads.state, version: leads.version })
    .from(leads)
    .where(and(inArray(leads.id, ids), isNull(leads.deletedAt)))
    .orderBy(leads.id)
    .for('update');

/** Sets the state of each of these leads. */
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

/** How many leads of a group are counted for a search: exact figures would delay the list. */
const countLimit = 100;

/** Selects the newest matching leads of a group, in one state or any, up to the count limit. */
function countedOf(db: Executor, group: LeadGroup, search: string, state?: LeadState): SQL {
  const newest = db
    .select({ state: leads.state })
    .from(leads)
    .where(and(matches({ group, search }), state && spanOf(inState(state))))
    // The rows that the list shows are in memory; others may not be.
    .orderBy(...(state ? [desc(leads.state)] : []), desc(leads.createdAt), desc(leads.id))
    .limit(countLimit + 1);
  return sql`select ${group} as "group", ${state ?? null} as within, state, row_number() over () as rank from ${newest} as newest`;
}

type CountedCell = Pick<LeadCell, keyof LeadCell> & { within: LeadState | null };

/**
 * Returns how many leads each group has in each state. With a search, counts at most the newest
 * matches of each group, and the newest of each with the selected state.
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
      ...cell,
      count: totals.find(isOf(cell))?.count ?? 0,
      isMore: false,
    }));
  }
  const counted = leadGroups.flatMap((group) => [
    countedOf(db, group, search),
    ...(chosen ? [countedOf(db, group, search, chosen)] : []),
  ]);
  const { rows } = await db.execute<CountedCell>(sql`
    select "group", within, state, count(*) filter (where rank <= ${countLimit})::int as count,
      bool_or(rank > ${countLimit}) as "isMore"
    from (${sql.join(counted, sql` union all `)}) as counted group by 1, 2, 3`);
  return cells.map(({ group, state }) => {
    const within = state === chosen ? state : null;
    const ofGroup = rows.filter((row) => row.group === group && row.within === within);
    return {
      group,
      state,
      count: ofGroup.find((row) => row.state === state)?.count ?? 0,
      isMore: ofGroup.some(({ isMore }) => isMore),
    };
  });
}
