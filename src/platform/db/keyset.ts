import { and, asc, between, desc, type SQL, type Subquery, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { z } from 'zod';
import { AppError } from '#platform/errors/errors.ts';
import type { ListPage, PageQuery } from '#rules/list-page.ts';
import type { Executor } from './executor.ts';

/** A date, or an instant in UTC, in the database's format. There is no year 0. */
const keyText = z
  .string()
  .regex(/^(?!0000)\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00)?$/)
  .refine(isInstant);

/** A position in the mentor's order, in the database's format. */
const positionText = z.string().regex(/^-?\d{1,15}(?:\.\d{1,17})?$/);

/** The end of a page: the key and the id of its last row. */
const endOfPage = {
  date: z.tuple([keyText, z.uuid()]),
  position: z.tuple([positionText, z.uuid()]),
};

/** Returns whether the date exists: JavaScript turns 31 February into 3 March. */
function isInstant(text: string): boolean {
  const instant = new Date(text.replace(' ', 'T').replace('+00', 'Z'));
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.slice(0, 10));
}

interface KeysetList<Columns> {
  table: (PgTable | Subquery) & { id: PgColumn };
  columns: Columns;
  /** Forms an index together with the id. */
  newest: PgColumn;
  /** Lists the oldest or first row first. */
  isAscending?: boolean | undefined;
  where?: SQL | undefined;
  /** Only rows with one value in a column. Column, key and id form an index too. */
  within?: Within | undefined;
}

interface Within {
  column: PgColumn;
  value: string;
}

/**
 * Selects the rows with one value by a range, to be ordered by that column first. With an equality,
 * the planner may use an index without the column and skip over all newer rows.
 */
export const spanOf = ({ column, value }: Within) => between(column, value, value);

/**
 * Reads a page by key, newest first. Each page starts after the last row of the previous one, so
 * every page is equally fast, and no row is missed or repeated. The cursor contains the key as the
 * database's text, because a JavaScript date would lose the microseconds.
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
    // One more row than the page, to detect a next page.
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
  // The key is the other end of the range: with a separate condition, the index would be read from
  // its start.
  return sql`${column} ${otherEnd} ${value} and (${column}, ${key}) ${isBehind} (${value}, ${last})`;
}

/** Returns the cursor after the row with this key, which is a JSON text from the database. */
export const toCursor = (key: string): string => Buffer.from(key).toString('base64url');

/** Reads a cursor. Throws `invalid-cursor` (400). */
export function readCursor(cursor: string, key?: PgColumn): [string, string] {
  const end = endOfPage[key?.getSQLType() === 'double precision' ? 'position' : 'date'];
  try {
    return end.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw new AppError(
      400,
      'invalid-cursor',
      'This place in the list does not exist. Please load the list again.',
      { message: 'A cursor that this site did not create', cause },
    );
  }
}
