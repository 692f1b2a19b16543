import { and, eq, isNotNull, lte, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import {
  type TrashEntry,
  type TrashKind,
  type TrashQuery,
  trashKinds,
} from '#features/trash/rules/trash.ts';
import { changesOne, type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { readCursor, toCursor } from '#platform/db/keyset.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import {
  blogPosts,
  courses,
  events,
  freebies,
  testimonials,
  videos,
} from '#platform/db/schema/content-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { entitlements } from '#platform/db/schema/library-schema.ts';
import { orders } from '#platform/db/schema/order-schema.ts';
import { isUnpaid } from '#platform/db/unpaid-orders.ts';
import type { ListPage } from '#rules/list-page.ts';

interface TrashedTable {
  table: PgTable & { id: PgColumn; deletedAt: PgColumn };
  title: PgColumn;
  detail?: PgColumn;
  day?: PgColumn;
  instant?: PgColumn;
  picture?: PgColumn;
  /** The stored files of a row. */
  files?: PgColumn[];
  /** Matches rows that are never deleted permanently. */
  kept?: SQL;
}

/** The table of each kind, and the columns that the trash shows. */
const sources: Record<TrashKind, TrashedTable> = {
  leads: { table: leads, title: leads.name, detail: leads.source },
  bookings: {
    table: bookings,
    title: bookings.name,
    detail: bookings.sessionType,
    instant: bookings.startsAt,
  },
  events: { table: events, title: events.title, detail: events.location, day: events.date },
  courses: {
    table: courses,
    title: courses.title,
    detail: courses.price,
    kept: sql`(exists (select from ${entitlements} where ${entitlements.courseId} = ${courses.id})
      or exists (select from ${orders} where ${orders.courseId} = ${courses.id} and ${isUnpaid}))`,
  },
  blog_posts: {
    table: blogPosts,
    title: blogPosts.title,
    day: blogPosts.date,
    picture: blogPosts.image,
    files: [blogPosts.image],
  },
  testimonials: {
    table: testimonials,
    title: testimonials.alt,
    instant: testimonials.createdAt,
    picture: testimonials.imageUrl,
    files: [testimonials.imageUrl],
  },
  videos: {
    table: videos,
    title: videos.title,
    detail: videos.subtitle,
    files: [videos.videoUrl, videos.posterUrl, videos.captionsUrl],
  },
  freebies: { table: freebies, title: freebies.title, files: [freebies.fileUrl] },
};

type TrashedRow = Omit<TrashEntry, 'gone_at'>;

interface TrashPage extends TrashQuery {
  /** Excludes later deletions. */
  until?: Date | undefined;
}

const isNever = sql`false`;

/** Returns the column, or a null of the same type. */
const orNull = (column: PgColumn | undefined, type: string) =>
  column ? sql`${column}::${sql.raw(type)}` : sql.raw(`null::${type}`);

/** Selects an instant in the API's format. */
const isoText = (name: string) =>
  sql`to_char(trash.${sql.identifier(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.identifier(name)}`;

/** Reads a page by key, of all kinds or of one, the latest deletion first. */
export async function listTrash(
  db: Executor,
  { kind: only, cursor, limit, until }: TrashPage,
): Promise<ListPage<TrashedRow>> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  // One row more than the page, to detect a next page.
  const newest = sql`order by deleted_at desc, id desc limit ${limit + 1}`;
  const select = (kind: TrashKind): SQL => {
    const { table, title, detail, day, instant, picture, kept = isNever } = sources[kind];
    const { id, deletedAt } = table;
    const where = and(
      isNotNull(deletedAt),
      until && lte(deletedAt, until),
      after && sql`(${deletedAt}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    );
    return sql`(select ${kind}::text as kind, ${id} as id, ${deletedAt} as deleted_at,
      ${orNull(title, 'text')} as title, ${orNull(detail, 'text')} as detail,
      ${orNull(day, 'text')} as day, ${orNull(instant, 'timestamptz')} as instant,
      ${orNull(picture, 'text')} as picture_url, ${kept} as is_kept from ${table} where ${where} ${newest})`;
  };
  const selects = (only ? [only] : trashKinds).map(select);
  const { rows } = await db.execute<TrashedRow & Record<string, unknown> & { cursor_key: string }>(
    sql`select kind, id, title, detail, day, ${isoText('instant')}, picture_url, is_kept,
      ${isoText('deleted_at')}, json_build_array(trash.deleted_at::text, id)::text as cursor_key
      from (${sql.join(selects, sql` union all `)}) as trash
      order by trash.deleted_at desc, id desc limit ${limit + 1}`,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ cursor_key: _, ...row }) => row),
    next_cursor: last ? toCursor(last.cursor_key) : null,
  };
}

/** Returns the number of entries of each kind. */
export async function countTrash(db: Executor): Promise<Record<TrashKind, number>> {
  const counts = trashKinds.map((kind) => {
    const { table } = sources[kind];
    return sql`(select count(*)::int from ${table} where ${isNotNull(table.deletedAt)}) as ${sql.identifier(kind)}`;
  });
  const { rows } = await db.execute<Record<TrashKind, number>>(
    sql`select ${sql.join(counts, sql`, `)}`,
  );
  const [counted] = rows;
  if (!counted) throw new Error('The database returned no row');
  return counted;
}

/** Returns how many entries stay in the trash. */
export async function countKept(db: Executor): Promise<number> {
  const counts = trashKinds.map((kind) => {
    const { table, kept = isNever } = sources[kind];
    return db.$count(table, and(isNotNull(table.deletedAt), kept));
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Returns whether an entry stays in the trash. */
export async function isKeptEntry(db: Executor, kind: TrashKind, id: string): Promise<boolean> {
  const { table, kept = isNever } = sources[kind];
  return (await db.$count(table, and(isTrashed(table, id), kept))) > 0;
}

const isTrashed = ({ id, deletedAt }: TrashedTable['table'], recordId: string) =>
  and(eq(id, recordId), isNotNull(deletedAt));

/** Restores a row. Returns whether it was in the trash. */
export function restoreFromTrash(db: Executor, kind: TrashKind, id: string): Promise<boolean> {
  const { table } = sources[kind];
  const update = db.update<PgTable>(table).set({ deletedAt: null });
  return changesOne(update.where(isTrashed(table, id)));
}

/**
 * Permanently deletes a row that was moved to the trash at `until` or earlier, unless it stays there. Returns
 * the URLs of its files, or undefined if there is no such row.
 */
export async function removeTrashed(
  transaction: Transaction,
  { kind, id, until }: { kind: TrashKind; id: string; until?: Date | undefined },
): Promise<{ fileUrls: string[] } | undefined> {
  const { table, files = [], kept = isNever } = sources[kind];
  // Waits for access that is being given, which the deletion then sees.
  await transaction
    .select({ id: table.id })
    .from<PgTable>(table)
    .where(eq(table.id, id))
    .for('update');
  const deletion = transaction
    .delete<PgTable>(table)
    .where(and(isTrashed(table, id), not(kept), until && lte(table.deletedAt, until)));
  const fileUrls = sql<string[]>`array_remove(array[${sql.join(files, sql`, `)}]::text[], null)`;
  return first(deletion.returning({ fileUrls }));
}
