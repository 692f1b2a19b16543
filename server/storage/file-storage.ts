import type { Readable } from 'node:stream';
import { AppError } from '#server/errors.ts';

/** What is known of a file without reading it. */
export interface StoredFile {
  /** Its path in the bucket, such as `blog/1763712000000-chart.png`. */
  path: string;
  /** Bytes. */
  size: number;
  /** Strong, with its quotes: other bytes have another one. */
  etag: string;
  modifiedAt: Date;
}

/** Bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where uploads are kept: one bucket of files that never change under their names. Paths
 * are those that `isStoragePath` takes; every call throws on any other. When the place
 * itself fails, calls throw `storage-unavailable` (503).
 */
export interface FileStorage {
  /** Keeps a file, whole or not at all. `size` is that of the content, in bytes. */
  put(file: { path: string; content: Readable; size: number }): Promise<void>;
  /**
   * Takes over a file of this machine, whole or not at all: moved where both are on one disk,
   * else copied as a stream. Taking it again is no error while `from` is there.
   */
  adopt(file: { path: string; from: string; size: number }): Promise<void>;
  /** Every path in the bucket, in no order, read as the caller goes on. */
  list(): AsyncIterable<string>;
  /** Removes what was begun before that instant and never became a file. Answers how many. */
  removeUnfinished(before: Date): Promise<number>;
  /** Forgets a file. One that is not there is no error. */
  delete(path: string): Promise<void>;
  find(path: string): Promise<StoredFile | undefined>;
  /** Begins to read a file that was found. Whoever opens the stream reads it to its end, or destroys it. */
  open(path: string, range?: ByteRange): Promise<Readable>;
  close(): void;
}

/** 503: the disk or the object store does not do what was asked. */
export const storageUnavailable = (cause: unknown) =>
  new AppError({
    code: 'storage-unavailable',
    status: 503,
    message: 'The file storage fails',
    userMessage: 'The files are briefly unavailable. Please try again in a moment.',
    headers: { 'Retry-After': '5' },
    cause,
  });
