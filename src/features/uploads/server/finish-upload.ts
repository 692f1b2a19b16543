import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { readCaptions } from '#features/uploads/rules/captions.ts';
import {
  describeUnreadable,
  isPrivate,
  isTypeOf,
  isVideo,
  toUploadPath,
} from '#features/uploads/rules/upload.ts';
import { readVideoBoxes } from '#features/uploads/rules/video-boxes.ts';
import { TooManyPartsError } from '#features/uploads/rules/video-bytes.ts';
import { findWebmMetadata } from '#features/uploads/rules/webm-elements.ts';
import { AppError } from '#platform/errors/errors.ts';
import { contentTypeOf, storageUrl } from '#rules/stored-file.ts';
import { cleanPicture } from './pictures/clean-picture.ts';
import { UnreadablePictureError } from './pictures/render-picture.ts';
import type { IncomingFilm } from './put-index-first.ts';
import {
  getOwnUpload,
  type OwnUpload,
  type UploadDeps,
  uploadNotFound,
  wrongContent,
} from './receive-upload.ts';
import { sniffedBytes, sniffType } from './sniff-type.ts';
import type { Cleaned, IncomingBytes, IncomingFile } from './upload-inbox.ts';

/**
 * Stores a complete upload without its metadata, and returns its URL; of a private file its path, which
 * opens nothing. Safe to repeat, even after a kill, because the path is recorded first. Throws 404, 409 (incomplete), 415, 503.
 */
export async function finishUpload(
  deps: UploadDeps,
  which: OwnUpload,
): Promise<{ url: string } | { path: string }> {
  const upload = await getOwnUpload(deps, which);
  const path = await deps.finishOnce(upload.id, () =>
    moveIntoStorage(deps, upload).catch((error: unknown) => findFinished(deps, which, error)),
  );
  return isPrivate(upload.metadata.kind) ? { path } : { url: storageUrl(path) };
}

/**
 * Returns the path if another process has finished the same upload meanwhile. Otherwise throws the
 * error.
 */
async function findFinished(deps: UploadDeps, which: OwnUpload, error: unknown): Promise<string> {
  const { path, bytes } = (await deps.inbox.find(which.id)) ?? {};
  if (path === undefined || bytes || !(await deps.storage.find(path))) throw error;
  return path;
}

async function moveIntoStorage(deps: UploadDeps, upload: IncomingFile): Promise<string> {
  const { inbox, storage } = deps;
  const { id, bytes, size, received } = upload;
  if (!bytes) {
    if (upload.path !== undefined && (await storage.find(upload.path))) return upload.path;
    throw uploadNotFound();
  }
  if (received < size) {
    const message = 'The upload is not complete';
    const userMessage = 'The upload is not complete yet.';
    throw new AppError(409, 'upload-incomplete', userMessage, { message });
  }
  const free = upload.path ?? (await choosePath(deps, upload, bytes));
  const cleaned = await clean(deps, upload, { bytes, type: contentTypeOf(free) ?? '' });
  const path = await inbox.decidePath(id, free);
  await inbox.store(storage, { id, path, cleaned });
  if (isVideo(upload.metadata.kind)) await deps.queueFilm(path);
  await inbox.discardBytes(id);
  return path;
}

/**
 * Removes the metadata of a picture or a video. If the file cannot be read, deletes the upload and
 * throws 415.
 */
async function clean(
  { inbox, checkPdf, log }: UploadDeps,
  { id, metadata, size }: IncomingFile,
  { bytes, type }: { bytes: IncomingBytes; type: string },
): Promise<Cleaned> {
  try {
    if (type === 'video/webm') return { blanks: await findWebmMetadata(bytes, size) };
    if (type.startsWith('video/')) {
      const { blanks, isIndexFirst } = await readVideoBoxes(bytes, size);
      if (metadata.kind !== 'lesson-film' || isIndexFirst) return { blanks };
      return { blanks, rewrite: (file) => tryToPutIndexFirst(log, { bytes, size, type }, file) };
    }
    if (metadata.kind === 'lesson-pdf') {
      const fault = await checkPdf(() => bytes.read(0, size));
      if (fault !== undefined) throw new UnusableFileError(fault);
    }
    if (type === 'text/vtt') return { content: cleanCaptions(await bytes.read(0, size)) };
    if (!type.startsWith('image/')) return { blanks: [] };
    const read = () => bytes.read(0, size);
    return {
      content: await cleanPicture(type === 'image/avif' ? async () => toStill(await read()) : read),
    };
  } catch (error) {
    const isUnreadable =
      error instanceof UnusableFileError ||
      error instanceof UnreadablePictureError ||
      error instanceof TooManyPartsError ||
      error instanceof UnreadableTextError;
    if (!isUnreadable) throw error;
    await inbox.remove(id);
    const message = `An unreadable file was sent as ${metadata.kind}`;
    const userMessage =
      error instanceof UnusableFileError ? error.message : describeUnreadable(metadata.kind);
    throw new AppError(415, 'wrong-content', userMessage, { message, cause: error });
  }
}

/** A PDF of which customers can’t get a copy, or captions with a fault. Its message is for the mentor. */
class UnusableFileError extends Error {}

/** Writes a film with its index first. Returns false if that fails: the film is then stored as it is. */
async function tryToPutIndexFirst(
  log: UploadDeps['log'],
  film: IncomingFilm,
  file: string,
): Promise<boolean> {
  try {
    // The library is loaded with the first film that needs it.
    const { putIndexFirst } = await import('./put-index-first.ts');
    await putIndexFirst(film, file);
    return true;
  } catch (reason) {
    log.warn({ reason }, 'The index of a film could not be put first');
    await rm(file, { force: true });
    return false;
  }
}

/** A text that is not valid UTF-8. */
class UnreadableTextError extends Error {}

/** Returns captions as WebVTT. Throws UnreadableTextError, UnusableFileError. */
function cleanCaptions(content: Buffer): Buffer {
  if (!isUtf8(content)) throw new UnreadableTextError('A text is not valid UTF-8');
  const read = readCaptions(content.toString('utf8'));
  if ('vtt' in read) return Buffer.from(read.vtt);
  throw new UnusableFileError(`These captions are damaged. ${read.fault}`);
}

/** The decoder accepts only one brand of AVIF. An animated one is decoded as its still picture. */
function toStill(avif: Buffer): Buffer {
  const still = Buffer.from(avif);
  still.write('avif', 8, 'latin1');
  return still;
}

/**
 * Returns where the file is stored, according to its content. If it has the wrong type, deletes it
 * and throws 415.
 */
async function choosePath(
  { inbox, storage }: UploadDeps,
  { id, metadata, timestamp }: IncomingFile,
  bytes: IncomingBytes,
): Promise<string> {
  const type = await sniffType(await bytes.read(0, sniffedBytes));
  if (type === undefined || !isTypeOf(metadata.kind, type)) {
    await inbox.remove(id);
    throw wrongContent(metadata.kind, type);
  }
  const randomId = randomUUID();
  const pathAt = (time: number) => toUploadPath(metadata, { timestamp: time, type, randomId });
  let free = timestamp;
  while (await storage.find(pathAt(free))) free += 1;
  return pathAt(free);
}
