import { and, eq, gte, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { changesOne, type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { videos } from '#platform/db/schema/content-schema.ts';
import { films } from '#platform/db/schema/film-schema.ts';
import { lessonFiles, lessons } from '#platform/db/schema/library-schema.ts';
import { storageUrl } from '#rules/stored-file.ts';

export type FilmRow = typeof films.$inferSelect;

const now = sql`now()`;

/** The path in the address of a public video. */
const videoPath = sql`substr(${videos.videoUrl}, ${storageUrl('').length + 1})`;

/** Matches a film that a record names, also one in the trash. */
const isNamed = (path: SQL) =>
  sql`(exists (select from ${videos} where ${videoPath} = ${path}) or exists (select from ${lessonFiles} where ${lessonFiles.path} = ${path}))`;

/** Adds a film that waits for its conversion. One that failed waits again. */
export const queueFilm = (db: Executor, path: string) =>
  db
    .insert(films)
    .values({ path })
    .onConflictDoUpdate({
      target: films.path,
      set: { state: 'waiting', reason: null, percent: 0, changedAt: now },
      setWhere: eq(films.state, 'failed'),
    });

/**
 * Claims the next film that a record names: one whose attempt was cut off, or the one that waits longest.
 * Only the lock of the conversion may claim.
 */
export const claimFilm = (db: Executor, claim: string): Promise<FilmRow | undefined> =>
  first(
    db
      .update(films)
      .set({ state: 'converting', claim, percent: 0, reason: null, changedAt: now })
      .where(
        sql`${films.path} = (select path from films as next where state in ('waiting', 'converting') and ${isNamed(sql`next.path`)} order by state, created_at, path limit 1)`,
      )
      .returning(),
  );

/** Changes a film while an attempt still claims it. Returns whether it does. */
export const changeClaimed = (
  db: Executor,
  { path, claim }: { path: string; claim: string },
  changes: Partial<FilmRow>,
): Promise<boolean> =>
  changesOne(
    db
      .update(films)
      .set({ ...changes, changedAt: now })
      .where(and(eq(films.path, path), eq(films.claim, claim))),
  );

/** Returns whether a record of a film has no picture of it: a video, or a lesson whose first film it is. */
export async function lacksPoster(db: Executor, path: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from ${videos} where ${videoPath} = ${path} and ${videos.posterUrl} is null
      union all select from ${lessonFiles} where ${lessonFiles.path} = ${path}
        and not exists (select from ${lessonFiles} as other where other.lesson_id = ${lessonFiles.lessonId}
          and (other.kind = 'poster' or other.kind = 'film' and other.created_at < ${lessonFiles.createdAt}))`,
  );
  return rows.length > 0;
}

export interface NewPaths {
  best: { path: string; size: number };
  poster: { path: string; size: number } | undefined;
  seconds: number;
}

/** Makes the records of a film name its best rendition, with its length and poster if they had none. */
export async function renameFilm(
  transaction: Transaction,
  path: string,
  { best, poster, seconds }: NewPaths,
): Promise<void> {
  await transaction
    .update(videos)
    .set({
      videoUrl: storageUrl(best.path),
      posterUrl: poster && sql`coalesce(${videos.posterUrl}, ${storageUrl(poster.path)})`,
      durationSeconds: sql`coalesce(${videos.durationSeconds}, ${seconds})`,
    })
    .where(eq(videos.videoUrl, storageUrl(path)));
  const file = await first(
    transaction
      .update(lessonFiles)
      .set({ path: best.path, size: best.size })
      .where(eq(lessonFiles.path, path))
      .returning(),
  );
  if (!file) return;
  const { lessonId } = file;
  if (poster)
    await transaction
      .insert(lessonFiles)
      .values({ lessonId, kind: 'poster', name: 'poster.jpg', ...poster });
  await transaction
    .update(lessons)
    .set({ seconds: sql`coalesce(${lessons.seconds}, ${seconds})` })
    .where(eq(lessons.id, lessonId));
}

/** How long a film may wait for its record, as long as its upload is kept. */
const unsavedDays = 8;

/** Makes the small renditions of films without a record leftovers. */
export const leaveUnnamed = (db: Executor) =>
  db
    .update(films)
    .set({ leftovers: sql`${films.leftovers} || ${films.smallPath}`, smallPath: null })
    .where(and(isNotNull(films.smallPath), sql`not ${isNamed(sql`${films.path}`)}`));

export const listLeftovers = (db: Executor) =>
  db
    .select({ path: films.path, leftovers: films.leftovers })
    .from(films)
    .where(sql`cardinality(${films.leftovers}) > 0`);

export const forgetLeftovers = (db: Executor, path: string) =>
  db.update(films).set({ leftovers: [] }).where(eq(films.path, path));

/** Deletes the rows of films without a record and without files to delete. */
export const deleteUnnamed = (db: Executor) =>
  db
    .delete(films)
    .where(
      sql`cardinality(${films.leftovers}) = 0 and not ${isNamed(sql`${films.path}`)} and (${films.state} <> 'waiting' or ${films.createdAt} < now() - ${unsavedDays} * interval '1 day')`,
    );

/** A film of a record that is not in the trash. */
export interface NamedFilm {
  /** The id of the video, or of the lesson’s file. */
  id: string;
  title: string;
  path: string;
  seconds: number | null;
  film: Pick<FilmRow, 'state' | 'percent' | 'reason'> | null;
}

const progress = { state: films.state, percent: films.percent, reason: films.reason };

/** Lists the films of all videos and lessons, or those of some records. */
export async function listNamedFilms(db: Executor, ids?: string[]): Promise<NamedFilm[]> {
  const ofVideos = await db
    .select({
      id: videos.id,
      title: videos.title,
      path: sql<string>`${videoPath}`,
      seconds: videos.durationSeconds,
      film: progress,
    })
    .from(videos)
    .leftJoin(films, eq(films.path, videoPath))
    .where(
      and(
        sql`${videos.deletedAt} is null and starts_with(${videos.videoUrl}, ${storageUrl('')})`,
        ids && inArray(videos.id, ids),
      ),
    );
  const ofLessons = await db
    .select({
      id: lessonFiles.id,
      title: lessonFiles.name,
      path: lessonFiles.path,
      seconds: lessons.seconds,
      film: progress,
    })
    .from(lessonFiles)
    .innerJoin(lessons, eq(lessons.id, lessonFiles.lessonId))
    .leftJoin(films, eq(films.path, lessonFiles.path))
    .where(and(eq(lessonFiles.kind, 'film'), ids && inArray(lessonFiles.id, ids)));
  return [...ofVideos, ...ofLessons];
}

/** Counts the films whose conversion has failed since an instant. */
export const countFailedFilms = (db: Executor, since: Date) =>
  db.$count(films, and(eq(films.state, 'failed'), gte(films.changedAt, since)));

/** Returns the path of the film that replaced an upload, if it was converted. */
export async function findConvertedPath(db: Executor, path: string): Promise<string | undefined> {
  const found = await first(
    db.select({ path: films.path }).from(films).where(eq(films.sourcePath, path)),
  );
  return found?.path;
}

/** Returns the paths of the small renditions of films, by the path of the film. */
export async function findSmallPaths(db: Executor, paths: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ path: films.path, smallPath: films.smallPath })
    .from(films)
    .where(and(inArray(films.path, paths), isNotNull(films.smallPath)));
  return new Map(rows.map(({ path, smallPath }) => [path, smallPath ?? '']));
}
