import {
  and,
  asc,
  between,
  desc,
  getTableColumns,
  type SQL,
  type Subquery,
  sql,
} from 'drizzle-orm';
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { z } from 'zod';
import type { ListPage, PageQuery } from '#domain/list-page.ts';
import type { Executor } from '#server/db/executor.ts';
import { AppError } from '#server/errors.ts';

/** A day, or an instant in UTC, as the database writes it. It knows no year 0. */
const keyText = z
  .string()
  .regex(/^(?!0000)\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00)?$/)
  .refine(isInstant);

/** A place in the mentor's order, as the database writes it. */
const placeText = z.string().regex(/^-?\d{1,15}(?:\.\d{1,17})?$/);

/** Where a page ends: the key of its last row, and its id. */
const endOfPage = { date: z.tuple([keyText, z.uuid()]), place: z.tuple([placeText, z.uuid()]) };

/** Whether the calendar has it: JavaScript makes 3 March of 31 February. */
function isInstant(text: string): boolean {
  const instant = new Date(text.replace(' ', 'T').replace('+00', 'Z'));
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.slice(0, 10));
}

/** A table's columns under the names that they have in the database: the API's names too. */
export type NamedColumns<Table extends PgTable> = {
  [Property in keyof Table['_']['columns'] as Table['_']['columns'][Property]['_']['name']]: Table['_']['columns'][Property];
};

/** Returns the columns of a table by the names that they have in the database. */
export const nameColumns = <Table extends PgTable>(table: Table) =>
  Object.fromEntries(
    Object.values<PgColumn>(getTableColumns<PgTable>(table)).map((column) => [column.name, column]),
  ) as NamedColumns<Table>;

interface KeysetList<Columns> {
  table: (PgTable | Subquery) & { id: PgColumn };
  columns: Columns;
  /** With the id, the columns of an index, in this order. */
  newest: PgColumn;
  /** The other way round: the oldest, or the first, begins. */
  isAscending?: boolean | undefined;
  where?: SQL | undefined;
  /** Only rows that have one value in a column; with the key behind it, this is an index too. */
  within?: Within | undefined;
}

interface Within {
  column: PgColumn;
  value: string;
}

/**
 * Asks for the rows of one value by a span that holds it alone, to be ordered by its column first.
 * An equality would leave the planner free to take an index without that column, and to step over
 * all newer rows: it does not know that the rows of one value may all be old.
 */
export const spanOf = ({ column, value }: Within) => between(column, value, value);

/**
 * Reads a page by key, newest first: each begins right after the last row of the one before, so the
 * thousandth costs what the first does and no row is missed or shown twice. The key travels as the
 * database's own text, since a JavaScript date would lose its microseconds.
 */
export async function listByKey<Columns extends SelectedFields>(
  db: Executor,
  { table, columns, newest, isAscending = false, where, within }: KeysetList<Columns>,
  { cursor, limit }: PageQuery,
): Promise<ListPage<SelectResultFields<Columns>>> {
  const { id } = table;
  const fields: SelectedFields = {
    ...columns,
    cursor_key: sql<string>`json_build_array(${newest}::text, ${id})::text`,
  };
  const span = within && spanOf(within);
  const after =
    cursor === undefined
      ? undefined
      : isAfter({ newest, id, isAscending, within }, readCursor(cursor, newest));
  const inOrder = isAscending ? asc : desc;
  const rows = await db
    .select(fields)
    .from<PgTable | Subquery>(table)
    .where(and(where, after ?? span))
    .orderBy(...(within ? [inOrder(within.column)] : []), inOrder(newest), inOrder(id))
    // One more than asked for: whether it comes tells whether there is a next page.
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ cursor_key: _, ...item }) => item as SelectResultFields<Columns>),
    next_cursor: last ? toCursor(String(last.cursor_key)) : null,
  };
}

interface Key extends Pick<KeysetList<unknown>, 'newest' | 'isAscending' | 'within'> {
  id: PgColumn;
}

function isAfter(
  { newest, id, isAscending, within }: Key,
  [keyText, idText]: [string, string],
): SQL {
  const key = sql`${newest}, ${id}`;
  const last = sql`${keyText}::${sql.raw(newest.getSQLType())}, ${idText}::uuid`;
  const isBehind = sql.raw(isAscending ? '>' : '<');
  if (!within) return sql`(${key}) ${isBehind} (${last})`;
  const { column, value } = within;
  const otherEnd = sql.raw(isAscending ? '<=' : '>=');
  // The key is one end of the span: with another one beside it, the index would be read from there.
  return sql`${column} ${otherEnd} ${value} and (${column}, ${key}) ${isBehind} (${value}, ${last})`;
}

/** Returns what asks for the page after the row with this key, a JSON text of the database's own. */
export const toCursor = (key: string): string => Buffer.from(key).toString('base64url');

/** Throws `invalid-cursor` (400) when it is none that a page of ours gave out. */
export function readCursor(cursor: string, key?: PgColumn): [string, string] {
  const end = endOfPage[key?.getSQLType() === 'double precision' ? 'place' : 'date'];
  try {
    return end.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw new AppError(
      400,
      'invalid-cursor',
      'This place in the list does not exist. Please load the list again.',
      { message: 'A cursor that was not given out', cause },
    );
  }
}
