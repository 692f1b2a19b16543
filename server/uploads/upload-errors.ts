import { describeMismatch, describeUnreadable, type UploadKind } from '#domain/upload.ts';
import { AppError } from '#server/errors.ts';

/** 404: no such upload, none any more, or not this account's. */
export const uploadNotFound = () =>
  new AppError(
    404,
    'upload-not-found',
    'This upload does not exist any more. Please choose the file again.',
    { message: 'No such upload' },
  );

/** 409: bytes are still missing. */
export const uploadIncomplete = () =>
  new AppError(409, 'upload-incomplete', 'The file has not arrived completely yet.', {
    message: 'The upload is not complete',
  });

/** 413: more bytes than such a file may have. */
export const uploadTooLarge = (userMessage: string) =>
  new AppError(413, 'upload-too-large', userMessage, { message: 'An upload over its limit' });

/** 415: the content is not what was asked for. `found` is its type, where that is known. */
export const wrongContent = (kind: UploadKind, found: string | undefined) =>
  new AppError(415, 'wrong-content', describeMismatch(kind, found), {
    message: `${found ?? 'Something unknown'} came as ${kind}`,
  });

/** 415: the picture is of the right kind, and broken or too large to open. */
export const unreadablePicture = (kind: UploadKind, cause: unknown) =>
  new AppError(415, 'wrong-content', describeUnreadable(kind), {
    message: `An unreadable picture came as ${kind}`,
    cause,
  });

/** 507: the disk has no room for it. */
export const noRoom = () =>
  new AppError(507, 'no-room', 'There is not enough room on the server for this file.', {
    message: 'The disk has no room for an upload',
  });

/** What the protocol's own refusals mean to people. Their statuses matter to its clients. */
const meanings: Record<number, string> = {
  404: 'This upload does not exist any more. Please choose the file again.',
  409: 'The upload has gone on elsewhere meanwhile.',
  410: 'This upload does not exist any more. Please choose the file again.',
  413: 'More was sent than the file was said to have.',
  423: 'The upload is busy. Please try again in a moment.',
};

/** A refusal of the protocol in the shape of all errors of the site. */
export const uploadRefused = (status: number, message: string) =>
  new AppError(
    status,
    'upload-refused',
    meanings[status] ??
      (status >= 500
        ? 'The file could not be received. Please try again.'
        : 'The upload could not be understood.'),
    { message: `The upload was refused: ${message.trim().slice(0, 200)}` },
  );
