import { AppError, describeError } from '#server/errors.ts';
import type { RecordDeps } from '#server/services/records/record-deps.ts';
import type { FileStorage } from '#server/storage/file-storage.ts';

/** A row that stands for one stored file. */
export interface MediaItem {
  id: string;
}

/** What the use cases of a table work on whose rows stand for files. */
export interface MediaDeps<Item extends MediaItem> extends RecordDeps<Item> {
  storage: FileStorage;
  /** The address that a row holds; nothing, or `null`, for one without a file. */
  urlOf: (item: Partial<Item>) => string | null | undefined;
  /** What is said of an address at which none of our files lies. */
  refuseUrl: (url: string) => AppError;
}

/** 422: the record names no file that is here. */
export const fileMissing = () =>
  new AppError({
    code: 'file-missing',
    status: 422,
    message: 'The file of a record is not in the storage',
    userMessage: 'The uploaded file is not there any more. Please upload it again.',
  });

/** 409: an address at which none of our files can lie, so none can be deleted there. */
export const unusableUrl = (userMessage: string) =>
  new AppError({
    code: 'unusable-file-url',
    status: 409,
    message: 'A record names no file of this site',
    userMessage,
  });

/** 503: the file could not be deleted; its row still stands, and it can be tried again. */
export const fileNotDeleted = (cause: unknown) =>
  new AppError({
    code: 'file-not-deleted',
    status: 503,
    message: `A stored file could not be deleted: ${describeError(cause)}`,
    userMessage:
      cause instanceof AppError ? cause.userMessage : 'The files are briefly unavailable.',
    headers: { 'Retry-After': '5' },
    cause,
  });
