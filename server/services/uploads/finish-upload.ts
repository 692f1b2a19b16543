import { writeFile } from 'node:fs/promises';
import { contentTypeOf, storageUrl } from '#domain/stored-file.ts';
import { describeUnreadable, isTypeOf, toUploadPath } from '#domain/upload.ts';
import { createSingleFlight } from '#server/concurrency.ts';
import { AppError } from '#server/errors.ts';
import { cleanPicture } from '#server/pictures/clean-picture.ts';
import { UnreadablePictureError } from '#server/pictures/render-picture.ts';
import { eraseVideoMetadata } from '#server/uploads/erase-video-metadata.ts';
import { sniffFile } from '#server/uploads/sniff-file.ts';
import type { IncomingFile } from '#server/uploads/upload-inbox.ts';
import {
  getOwnUpload,
  type OwnUpload,
  type UploadDeps,
  uploadNotFound,
  wrongContent,
} from './receive-upload.ts';

const singleFlight = createSingleFlight<string>();

/**
 * Puts a complete upload into the storage, cleaned, and returns its URL, also again after a kill:
 * where it will be is written down first. Throws 404, 409 (incomplete), 415, 503.
 */
export async function finishUpload(deps: UploadDeps, which: OwnUpload): Promise<{ url: string }> {
  const upload = await getOwnUpload(deps, which);
  const path = await singleFlight(upload.id, () => moveIntoStorage(deps, upload));
  return { url: storageUrl(path) };
}

async function moveIntoStorage(deps: UploadDeps, upload: IncomingFile): Promise<string> {
  const { inbox, storage } = deps;
  const { id, file, size, received } = upload;
  if (file === undefined) {
    if (upload.path !== undefined && (await storage.find(upload.path))) return upload.path;
    throw uploadNotFound();
  }
  if (received < size) {
    const message = 'The upload is not complete';
    const userMessage = 'The file has not arrived completely yet.';
    throw new AppError(409, 'upload-incomplete', userMessage, { message });
  }
  const path = upload.path ?? (await choosePath(deps, upload, file));
  const cleaned = await clean(deps, upload, { file, type: contentTypeOf(path) ?? '' });
  await inbox.decidePath(id, path);
  await storage.adopt({ path, ...cleaned });
  await inbox.discardBytes(id);
  return path;
}

/**
 * Takes out of a picture or a film what it says beside what is seen. Returns the cleaned file.
 * Throws 415, and forgets the upload, when a picture cannot be opened.
 */
async function clean(
  { inbox }: UploadDeps,
  { id, metadata, size }: IncomingFile,
  { file, type }: { file: string; type: string },
): Promise<{ from: string; size: number }> {
  if (['video/mp4', 'video/quicktime'].includes(type)) await eraseVideoMetadata(file);
  if (!type.startsWith('image/')) return { from: file, size };
  try {
    const content = await cleanPicture(file);
    // Beside the bytes that came, which stay until the storage has these.
    const from = `${file}.cleaned`;
    await writeFile(from, content);
    return { from, size: content.length };
  } catch (error) {
    if (!(error instanceof UnreadablePictureError)) throw error;
    await inbox.remove(id);
    const message = `An unreadable picture came as ${metadata.kind}`;
    const userMessage = describeUnreadable(metadata.kind);
    throw new AppError(415, 'wrong-content', userMessage, { message, cause: error });
  }
}

/** Where the file belongs, by what it is. Throws 415, and forgets it, when it is something else. */
async function choosePath(
  { inbox, storage }: UploadDeps,
  { id, metadata, timestamp }: IncomingFile,
  file: string,
): Promise<string> {
  const type = await sniffFile(file);
  if (type === undefined || !isTypeOf(metadata.kind, type)) {
    await inbox.remove(id);
    throw wrongContent(metadata.kind, type);
  }
  const pathAt = (time: number) => toUploadPath(metadata, { timestamp: time, type });
  // A poster is exchanged for a newer one; any other name that is taken belongs to another
  // file, which another process began in the same millisecond.
  if (metadata.kind === 'poster') return pathAt(timestamp);
  let free = timestamp;
  while (await storage.find(pathAt(free))) free += 1;
  return pathAt(free);
}
