import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toUploadPath, type UploadKind } from '#features/uploads/rules/index.ts';
import { deleteUnnamedFiles } from '#features/uploads/server/index.ts';
import { readSpareBytes } from '#platform/config/read-free-bytes.ts';
import { isDatabaseUnreachable } from '#platform/db/circuit.ts';
import { lockFilesForShare } from '#platform/db/stored-files.ts';
import { AppError, describeError } from '#platform/errors/errors.ts';
import type { ServiceDeps } from '#platform/service/service-deps.ts';
import { endingOf } from '#rules/stored-file.ts';
import { convertFilm, type Rendition } from './convert-film.ts';
import {
  changeClaimed,
  claimFilm,
  deleteUnnamed,
  type FilmRow,
  forgetLeftovers,
  lacksPoster,
  leaveUnnamed,
  listLeftovers,
  renameFilm,
} from './queries/films.ts';
import { FilmError, hasFfmpeg } from './run-ffmpeg.ts';

export type FilmDeps = Pick<ServiceDeps, 'db' | 'storage' | 'log' | 'dataDirectory'> & {
  /** Whether the operator wants this process to convert films. */
  convertsFilms: boolean;
};

/** The advisory lock of the one process that converts films; an arbitrary number. */
const lockKey = 7_201_149;

/** How long one run starts conversions, in milliseconds. The next run is due within a minute. */
const runMs = 5 * 3_600_000;

/** The disk space that conversions leave free, in bytes. */
const reservedBytes = 1024 ** 3;

/** Returns whether this process converts films. */
export const canConvert = async ({ convertsFilms }: Pick<FilmDeps, 'convertsFilms'>) =>
  convertsFilms && (await hasFfmpeg());

/**
 * Deletes what earlier conversions have left, and converts the films that wait, one after the other. Does
 * nothing while another process does. Continues after a kill with the same film.
 */
export async function convertFilms(deps: FilmDeps, stopping: AbortSignal): Promise<void> {
  // The lock ends with the connection, so it needs no end after a kill.
  const client = await deps.db.$client.connect();
  const lost = new AbortController();
  const onLost = () => lost.abort();
  client.on('error', onLost).on('end', onLost);
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as "isFree"', [lockKey]);
    if (!rows[0]?.isFree) return;
    const folder = path.join(deps.dataDirectory, 'films-in-progress');
    await rm(folder, { recursive: true, force: true });
    await deleteLeftovers(deps);
    if (!(await canConvert(deps))) return;
    const signal = AbortSignal.any([stopping, lost.signal]);
    const startedAt = performance.now();
    while (!signal.aborted && performance.now() - startedAt < runMs)
      if (!(await convertNext(deps, folder, signal))) return;
  } finally {
    client.off('error', onLost).off('end', onLost);
    // Closing the connection ends the lock.
    client.release(true);
  }
}

/** Deletes the files of attempts that were cut off, replaced uploads, and films without a record. */
async function deleteLeftovers({ db, storage }: FilmDeps): Promise<void> {
  await leaveUnnamed(db);
  for (const { path: film, leftovers } of await listLeftovers(db)) {
    await db.transaction(async (transaction) => {
      if (await deleteUnnamedFiles(transaction, storage, leftovers))
        await forgetLeftovers(transaction, film);
    });
  }
  await deleteUnnamed(db);
}

/** Converts one film. Returns false if none waits. */
async function convertNext(deps: FilmDeps, folder: string, signal: AbortSignal): Promise<boolean> {
  const { db, log } = deps;
  const claim = randomUUID();
  const film = await claimFilm(db, claim);
  if (!film) return false;
  const claimed = { path: film.path, claim };
  try {
    await mkdir(folder, { recursive: true });
    await convert(deps, { film, claim, folder, signal });
    log.info({ film: film.path }, 'A film was converted');
  } catch (error) {
    if (signal.aborted || isDatabaseUnreachable(error)) {
      await changeClaimed(db, claimed, { state: 'waiting', percent: 0 }).catch(() => {});
      throw error;
    }
    const reason = error instanceof FilmError ? error.message : toReason(error);
    log.warn({ film: film.path, reason: describeError(error) }, 'A film could not be converted');
    await changeClaimed(db, claimed, { state: 'failed', reason });
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (!signal.aborted) await deleteLeftovers(deps);
  }
  return true;
}

const toReason = (error: unknown) =>
  error instanceof AppError ? error.userMessage : 'The server could not store the result.';

interface Attempt {
  film: FilmRow;
  claim: string;
  folder: string;
  signal: AbortSignal;
}

async function convert(deps: FilmDeps, { film, claim, folder, signal }: Attempt): Promise<void> {
  const { db } = deps;
  const claimed = { path: film.path, claim };
  const file = await openLocally(deps, film.path, folder, signal);
  let shown = 0;
  const format = endingOf(film.path) === 'webm' ? 'matroska' : 'mov';
  const made = await convertFilm(
    { path: file, format },
    {
      folder,
      signal,
      onPercent(percent) {
        if (percent <= shown) return;
        shown = percent;
        // The next one says more.
        changeClaimed(db, claimed, { percent }).catch(() => {});
      },
    },
  );
  await publish(deps, { film, claim, made });
}

/** Returns the file of a film on this machine, which is a copy if the storage is elsewhere. */
async function openLocally(
  { storage, dataDirectory }: FilmDeps,
  film: string,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const stored = await storage.find(film);
  if (!stored) throw new FilmError('Its file no longer exists.');
  const local = storage.locate(film);
  // A rendition is rarely larger than its film, and written twice.
  const needed = stored.size * (local ? 2 : 3);
  if ((await readSpareBytes(dataDirectory, reservedBytes)) < needed)
    throw new FilmError('The server’s disk is too full.');
  if (local) return local;
  const copy = path.join(folder, `film.${endingOf(film)}`);
  await pipeline(await storage.open(film), createWriteStream(copy), { signal });
  return copy;
}

/**
 * Stores the renditions, and makes the records name the best one. Until then nothing names them; after it,
 * nothing names the upload, which is deleted.
 */
async function publish(
  { db, storage }: FilmDeps,
  { film, claim, made }: Pick<Attempt, 'film' | 'claim'> & { made: Rendition },
): Promise<void> {
  const claimed = { path: film.path, claim };
  const paths = await choosePaths(storage, film.path);
  const needsPoster = await lacksPoster(db, film.path);
  const files = [
    { path: paths.best, from: made.best },
    ...(made.small ? [{ path: paths.small, from: made.small }] : []),
    ...(needsPoster ? [{ path: paths.poster, from: made.poster }] : []),
  ];
  // Recorded first, so that they are found after a kill.
  const leftovers = [...film.leftovers, ...files.map((file) => file.path)];
  if (!(await changeClaimed(db, claimed, { leftovers }))) throw claimLost();
  const sizes = new Map<string, number>();
  for (const { path: stored, from } of files) {
    const { size } = await stat(from);
    await storage.adopt({ path: stored, from, size });
    sizes.set(stored, size);
  }
  const withSize = (stored: string) => ({ path: stored, size: sizes.get(stored) ?? 0 });
  await db.transaction(async (transaction) => {
    await lockFilesForShare(transaction);
    const isOurs = await changeClaimed(transaction, claimed, {
      path: paths.best,
      sourcePath: film.path,
      state: 'ready',
      percent: 100,
      smallPath: made.small ? paths.small : null,
      claim: null,
      leftovers: [...film.leftovers, film.path],
    });
    if (!isOurs) throw claimLost();
    await renameFilm(transaction, film.path, {
      best: withSize(paths.best),
      poster: needsPoster ? withSize(paths.poster) : undefined,
      seconds: made.seconds,
    });
  });
}

const claimLost = () => new Error('Another process has claimed the film');

/** Returns free paths for the renditions of a film and its poster. */
async function choosePaths({ find }: FilmDeps['storage'], film: string) {
  const isLesson = film.startsWith('lessons/');
  const name = film.replace(/^videos\/\d*-?|\.\w+$/g, '');
  const toPath = (kind: UploadKind, timestamp: number, filename: string) =>
    toUploadPath(
      { kind, filename },
      {
        timestamp,
        type: kind.endsWith('poster') ? 'image/jpeg' : 'video/mp4',
        randomId: randomUUID(),
      },
    );
  for (let timestamp = Date.now(); ; timestamp += 1) {
    const kind = isLesson ? 'lesson-film' : 'video';
    const paths = {
      best: toPath(kind, timestamp, `${name}.mp4`),
      small: toPath(kind, timestamp, `${name}-360p.mp4`),
      poster: toPath(isLesson ? 'lesson-poster' : 'poster', timestamp, 'poster.jpg'),
    };
    const taken = await Promise.all(Object.values(paths).map(find));
    if (taken.every((file) => file === undefined)) return paths;
  }
}
