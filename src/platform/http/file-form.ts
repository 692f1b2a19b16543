import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '#platform/errors/errors.ts';
import { limitConcurrency } from '#platform/jobs/concurrency.ts';
import type { HttpEnv } from './http-env.ts';
import { readMultipart } from './read-multipart.ts';
import { checkDeclaredSize, maxFormBytes } from './request-body.ts';

/**
 * How many files of visitors are received at the same time, in the whole process. They are written
 * to the disk, so this limits its space.
 */
const inFlight = { running: 32, waiting: 64 };

const multipartType = /^multipart\/form-data\s*;/i;

/** Where files of visitors are until the form is processed. A restart empties it. */
export const sentFilesDirectory = (dataDirectory: string) => path.join(dataDirectory, 'sent-files');

/** Deletes what a killed process has left. */
export async function emptySentFiles(dataDirectory: string): Promise<void> {
  const directory = sentFilesDirectory(dataDirectory);
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
}

interface FileFormOptions {
  /** The folder for the file. */
  directory: string;
  /** The size of the file, in bytes. */
  maxBytes: number;
  /** What to say about a larger one. */
  tooLarge: string;
  /** Called before the body is read. Throws what the page shows. */
  admit: (c: Context<HttpEnv>) => Promise<void>;
}

/**
 * Reads a form with one file into `c.var.form` and `c.var.file`, and deletes the file after the
 * response. The page shows why a file was not read, so that the visitor can go on from there.
 * Throws 400. Passes other requests on.
 */
export function acceptFileForm(options: FileFormOptions): MiddlewareHandler<HttpEnv> {
  const limit = limitConcurrency({ ...inFlight, refusal: tooManyFiles });
  const { maxBytes, directory, tooLarge } = options;

  /** Reads the form, and writes its file to a path. */
  async function receive(c: Context<HttpEnv>, contentType: string, file: string): Promise<void> {
    try {
      await options.admit(c);
      checkDeclaredSize(c, maxBytes + maxFormBytes);
      const body = c.req.raw.body ?? new Blob().stream();
      const read = () => readMultipart({ contentType, body, maxBytes, path: file });
      const sent = await limit(read);
      c.set('form', sent.form);
      if (sent.file) c.set('file', sent.file);
    } catch (error) {
      if (!(error instanceof AppError) || error.status === 400) throw error;
      const isTooLarge = error.status === 413;
      const refusal = isTooLarge ? new AppError(413, error.code, tooLarge) : error;
      c.set('form', new URLSearchParams());
      c.set('file', { refusal });
    }
  }

  return async (c, next) => {
    const contentType = c.req.header('content-type') ?? '';
    if (!multipartType.test(contentType)) return next();
    const file = path.join(directory, randomUUID());
    try {
      await receive(c, contentType, file);
      await next();
    } finally {
      await rm(file, { force: true });
    }
  };
}

const tooManyFiles = () =>
  new AppError(
    503,
    'too-many-files',
    'Many files are being sent right now, so yours was not read. Try again in a minute.',
    { message: 'More files in flight than are allowed', headers: { 'Retry-After': '60' } },
  );
