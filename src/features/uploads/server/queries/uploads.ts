import { and, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { changesOne, type Database, type Executor, first } from '#platform/db/executor.ts';
import { videos } from '#platform/db/schema/content-schema.ts';
import { type UploadPart, uploads } from '#platform/db/schema/schema.ts';

export type UploadRow = typeof uploads.$inferSelect;

/** The advisory lock that keeps timestamps unique when uploads start; an arbitrary number. */
const lockKey = 7_201_148;

/** Inserts an empty upload. Its timestamp is from the database, and later than all others. */
export const insertUpload = (
  db: Database,
  upload: Pick<UploadRow, 'id' | 'owner' | 'metadata' | 'size'>,
): Promise<void> =>
  db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    const timestamp = sql`(select greatest((extract(epoch from clock_timestamp()) * 1000)::bigint, max(${uploads.timestamp}) + 1) from ${uploads})`;
    await transaction.insert(uploads).values({ ...upload, timestamp });
  });

export const findUpload = (db: Executor, id: string): Promise<UploadRow | undefined> =>
  db.query.uploads.findFirst({ where: eq(uploads.id, id) });

/**
 * Adds a part to an upload. Returns false and changes nothing unless the upload ends at `offset`:
 * of several processes that receive the same bytes, only one gets true.
 */
export const addUploadPart = (
  db: Executor,
  id: string,
  { offset, part }: { offset: number; part: UploadPart },
): Promise<boolean> =>
  changesOne(
    db
      .update(uploads)
      .set({
        parts: sql`${uploads.parts} || ${JSON.stringify([part])}::jsonb`,
        received: sql`${uploads.received} + ${part.size}::bigint`,
        touchedAt: sql`now()`,
      })
      .where(and(eq(uploads.id, id), eq(uploads.received, offset), isNotNull(uploads.parts))),
  );

/** Records where an upload will be stored, unless that was decided before. Returns the path. */
export async function decideUploadPath(db: Executor, id: string, path: string) {
  const decided = db
    .update(uploads)
    .set({ path: sql`coalesce(${uploads.path}, ${path})`, touchedAt: sql`now()` })
    .where(eq(uploads.id, id));
  return (await first(decided.returning({ path: uploads.path })))?.path ?? undefined;
}

/** Removes the parts from the row of a stored upload. */
export const forgetUploadParts = (db: Executor, id: string) =>
  db.update(uploads).set({ parts: null, touchedAt: sql`now()` }).where(eq(uploads.id, id));

/** Deletes an upload. Returns its row. */
export const deleteUpload = (db: Executor, id: string): Promise<UploadRow | undefined> =>
  first(db.delete(uploads).where(eq(uploads.id, id)).returning());

/** Deletes the uploads that have not changed since an instant. Returns their rows. */
export const deleteUntouchedUploads = (db: Executor, since: Date): Promise<UploadRow[]> =>
  db.delete(uploads).where(lt(uploads.touchedAt, since)).returning();

/** Returns the keys that are parts of an upload. */
export async function listNamedParts(db: Executor, ids: string[]): Promise<Set<string>> {
  const found = await db
    .select({ parts: uploads.parts })
    .from(uploads)
    .where(inArray(uploads.id, ids));
  return new Set(found.flatMap(({ parts }) => parts ?? []).map(({ key }) => key));
}

/** Returns the videos without a poster, including the trash. */
export const listVideosWithoutPoster = (db: Executor) =>
  db.query.videos.findMany({
    columns: { id: true, videoUrl: true },
    where: isNull(videos.posterUrl),
  });

/** Sets the poster of a video that has none. */
export const setPoster = (db: Executor, id: string, posterUrl: string) =>
  db
    .update(videos)
    .set({ posterUrl })
    .where(and(eq(videos.id, id), isNull(videos.posterUrl)));
