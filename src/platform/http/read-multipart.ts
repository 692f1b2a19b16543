import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import { AppError } from '#platform/errors/errors.ts';
import type { LocalFile } from './http-env.ts';
import {
  bodyTooLarge,
  brokenOff,
  checkForm,
  maxFormBytes,
  maxFormEntries,
} from './request-body.ts';

/** Enough for the three headers that browsers send with a part, in bytes. */
const headerSize = 4 * 1024;

const headerPairs = 10;

interface Multipart {
  contentType: string;
  body: ReadableStream<Uint8Array>;
  /** The size of the file, in bytes. */
  maxBytes: number;
  /** Where the file is written. The caller deletes it, also after an error. */
  path: string;
}

/**
 * Reads a multipart form with one file, which is written to the disk while it arrives. Reads no
 * further than the first limit that is exceeded. Throws 400, 413, `disk-unavailable` (503).
 */
export async function readMultipart({ contentType, body, maxBytes, path }: Multipart) {
  const parser = createParser(contentType, maxBytes);
  const form = new URLSearchParams();
  const stop = new AbortController();
  /** The first reason counts. */
  const refuse = (reason: AppError) => stop.abort(reason);
  let saving: Promise<LocalFile | undefined> | undefined;

  parser.on('field', (name, value, _, isCut) => {
    if (isCut) refuse(bodyTooLarge('A field that is too long'));
    else form.append(name, value);
  });
  parser.on('file', (_, content, fileName) => {
    // `save` may not listen yet.
    content.on('error', () => {});
    if (stop.signal.aborted) return content.resume();
    stop.signal.addEventListener('abort', () => content.destroy(brokenOff(stop.signal.reason)));
    content.on('limit', () => refuse(bodyTooLarge(`A file of more than ${maxBytes} bytes`)));
    saving = save(content, path).then(
      // A field without a file is sent as an empty one without a name.
      (size) => (size > 0 || fileName ? { path, size } : undefined),
      (cause: unknown) => {
        refuse(diskUnavailable(cause));
        return undefined;
      },
    );
  });
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
    parser.on(limit, () => refuse(tooManyParts(limit)));

  /** Fields, headers and what surrounds the parts also count. */
  async function* count(chunks: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes + maxFormBytes) throw bodyTooLarge(`A body of more than ${bytes} bytes`);
      yield chunk;
    }
  }

  try {
    const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
    await pipeline(source, count, parser, { signal: stop.signal });
  } catch (error) {
    refuse(error instanceof AppError ? error : brokenOff(error));
  }
  const file = await saving;
  stop.signal.throwIfAborted();
  return { form: checkForm(form), file };
}

/** Throws 400 for an invalid boundary. */
function createParser(contentType: string, maxBytes: number) {
  const limits = {
    fileSize: maxBytes,
    files: 1,
    fields: maxFormEntries,
    fieldSize: maxFormBytes,
    parts: maxFormEntries + 1,
    headerPairs,
    headerSize,
  };
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch (cause) {
    const message = 'A multipart form without a valid boundary';
    throw new AppError(400, 'malformed-form', 'Invalid request.', { message, cause });
  }
}

/** Writes a stream to a new file. Returns its size, in bytes. */
async function save(content: Readable, path: string): Promise<number> {
  await using file = await open(path, 'wx');
  await file.writeFile(content);
  return (await file.stat()).size;
}

const tooManyParts = (limit: string) =>
  new AppError(400, 'malformed-form', 'Send fewer fields, and one file at most.', {
    message: `A multipart form above its ${limit}`,
  });

/** The file could not be written (503). */
const diskUnavailable = (cause: unknown) =>
  new AppError(503, 'disk-unavailable', 'Files can’t be received right now. Try again later.', {
    message: 'A sent file could not be written',
    headers: { 'Retry-After': '60' },
    cause,
  });
