import { randomUUID } from 'node:crypto';
import { findConvertedPath } from '#features/films/server/index.ts';
import { contentLimits, type NewLessonFile } from '#features/lessons/rules/index.ts';
import { lockFilesForShare } from '#platform/db/stored-files.ts';
import { AppError, idReused, recordNotFound } from '#platform/errors/errors.ts';
import { type ContentsDeps, isFull } from './edit-contents.ts';
import {
  deleteFilesOfKind,
  deleteLessonFile,
  findLesson,
  insertLessonFile,
  listFilesOf,
  setLength,
} from './queries/lessons.ts';

/**
 * Adds an uploaded file to a lesson. The first film brings its length and its poster. Can be repeated.
 * Throws 404, 409, `file-missing` (422).
 */
export const addFile = (
  { db, storage }: ContentsDeps,
  { lessonId, ...file }: NewLessonFile & { lessonId: string },
): Promise<{ id: string }> =>
  db.transaction(async (transaction) => {
    const { id, kind, name } = file;
    // Its film may have been converted since the same file was added.
    const path = (await findConvertedPath(transaction, file.path)) ?? file.path;
    // The sweep waits, so that the checked files still exist.
    await lockFilesForShare(transaction);
    if (!(await findLesson(transaction, lessonId, { lock: true }))) throw recordNotFound();
    const files = await listFilesOf(transaction, lessonId);
    if (files.some((known) => known.id === id && known.path === path)) return { id };
    if (files.filter((known) => known.kind !== 'poster').length >= contentLimits.files) {
      throw isFull('lesson', 'files');
    }
    const stored = await storage.find(path);
    if (!stored) throw fileMissing();
    const added = { id, lessonId, kind, path, name, size: stored.size };
    if (!(await insertLessonFile(transaction, added))) throw idReused(id);
    if (kind !== 'film' || files.some((known) => known.kind === 'film')) return { id };
    await setLength(transaction, lessonId, file.seconds ?? null);
    const poster = file.poster_path ? await storage.find(file.poster_path) : undefined;
    if (poster) {
      const { path: posterPath, size } = poster;
      const still = { kind: 'poster', path: posterPath, name: 'poster.jpg', size } as const;
      await insertLessonFile(transaction, { id: randomUUID(), lessonId, ...still });
    }
    return { id };
  });

const fileMissing = () =>
  new AppError(422, 'file-missing', 'The uploaded file no longer exists. Upload it again.', {
    message: 'The file of a lesson is not in the storage',
  });

/**
 * Removes a file from its lesson, the last film with its poster and its length. The stored bytes are left
 * for the upload sweep. Throws 404.
 */
export const removeFile = ({ db }: ContentsDeps, { id }: { id: string }): Promise<void> =>
  db.transaction(async (transaction) => {
    const removed = await deleteLessonFile(transaction, id);
    if (!removed) throw recordNotFound();
    const { lessonId, kind } = removed;
    if (kind !== 'film') return;
    const left = await listFilesOf(transaction, lessonId);
    if (left.some((file) => file.kind === 'film')) return;
    await deleteFilesOfKind(transaction, lessonId, 'poster');
    await setLength(transaction, lessonId, null);
  });
