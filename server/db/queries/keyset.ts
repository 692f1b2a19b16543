import { desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { ListPage, PageQuery } from '#domain/list-page.ts';
import { AppError } from '#server/errors.ts';

/** A day, or an instant in UTC, as the database writes it. It knows no year 0. */
const keyText = z
  .string()
  .regex(/^(?!0000)\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00)?$/)
  .refine(isInstant);

/** Where a page ends: the key of its last row, and its id. */
const position = z.tuple([keyText, z.uuid()]);

/** Whether the calendar has it: JavaScript makes 3 March of 31 February. */
function isInstant(text: string): boolean {
  const instant = new Date(text.replace(' ', 'T').replace('+00', 'Z'));
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.slice(0, 10));
}

/**
 * Pages by key: each begins right after the last row of the one before, so the thousandth costs
 * what the first does and no row is missed or shown twice. Newest first. `key` and `id` are the
 * columns of an index, in this order; the key travels as the database's own text, since a
 * JavaScript date would lose its microseconds.
 */
export function pageByKey(
  { key, id }: { key: PgColumn; id: PgColumn },
  { cursor, limit }: PageQuery,
) {
  return {
    after: cursor === undefined ? undefined : isAfter(key, id, readCursor(cursor)),
    order: [desc(key), desc(id)],
    /** One more than asked for: whether it comes tells whether there is a next page. */
    take: limit + 1,
    position: sql<string>`json_build_array(${key}::text, ${id})::text`,
  };
}

/** Returns the page made of what such a query found. */
export function toPage<Row extends { position: string }>(
  rows: Row[],
  { limit }: PageQuery,
): ListPage<Omit<Row, 'position'>> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ position: _, ...item }) => item),
    next_cursor: last ? Buffer.from(last.position).toString('base64url') : null,
  };
}

const isAfter = (key: PgColumn, id: PgColumn, [keyText, idText]: [string, string]): SQL =>
  sql`(${key}, ${id}) < (${keyText}::${sql.raw(key.getSQLType())}, ${idText}::uuid)`;

/** Throws `invalid-cursor` (400) when it is none that a page of ours gave out. */
function readCursor(cursor: string): [string, string] {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (cause) {
    throw new AppError(
      400,
      'invalid-cursor',
      'This place in the list does not exist. Please load the list again.',
      { message: 'A cursor that was not given out', cause },
    );
  }
}
