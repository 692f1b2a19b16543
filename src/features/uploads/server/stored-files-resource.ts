import type { Readable } from 'node:stream';
import { type Context, Hono } from 'hono';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { notFound } from '#platform/http/problem.ts';
import type { ByteRange, FileStorage, StoredFile } from '#platform/storage/file-storage.ts';
import { contentTypeOf, findStoragePath } from '#rules/stored-file.ts';

/** A name contains the time of its upload, so its content never changes. */
const forEver = 'public, max-age=31536000, immutable';

/**
 * A file that is opened in a tab can be displayed but do nothing: no scripts, forms or external
 * requests. It keeps its origin, because a video must be able to request its own ranges.
 */
const lockedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox allow-same-origin; frame-ancestors 'none'";

/** The same for PDFs, but without `sandbox`, which would disable the browser's PDF viewer. */
const pdfPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'";

/** `/storage/testimonials/…`: uploaded files, whole or in parts. */
export const createStoredFiles = ({ storage }: { storage: FileStorage }) =>
  new Hono<HttpEnv>().get('/*', async (c, next) => {
    const path = findStoragePath(c.req.path);
    const file = path === undefined ? undefined : await storage.find(path);
    if (!file) {
      // People who follow an old link get a page.
      if (c.req.header('Accept')?.includes('text/html')) return next();
      throw notFound();
    }
    return answerFile(c, storage, file, { caching: forEver });
  });

interface FileAnswer {
  /** The policy of `Cache-Control`. */
  caching: string;
  /** The name to save the file under. Without it, the browser shows the file. */
  downloadName?: string | undefined;
}

/** Responds with a stored file, whole or in parts. */
export async function answerFile(
  c: Context<HttpEnv>,
  storage: Pick<FileStorage, 'open'>,
  file: StoredFile,
  { caching, downloadName }: FileAnswer,
): Promise<Response> {
  const contentType = contentTypeOf(file.path) ?? 'application/octet-stream';
  const headers = new Headers({
    'Accept-Ranges': 'bytes',
    'Cache-Control': caching,
    ETag: file.etag,
    'Last-Modified': file.modifiedAt.toUTCString(),
  });
  if (isKnown(c, file)) return new Response(null, { status: 304, headers });

  headers.set(
    'Content-Security-Policy',
    contentType === 'application/pdf' ? pdfPolicy : lockedPolicy,
  );
  const range = isRangeCurrent(c, file) ? parseRange(c.req.header('Range'), file.size) : undefined;
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('Content-Type', contentType);
  headers.set(
    'Content-Disposition',
    downloadName === undefined
      ? `inline; filename="${shownName(file.path)}"`
      : `attachment; filename*=UTF-8''${encodeName(downloadName)}`,
  );
  headers.set('Content-Length', String(range ? range.end - range.start + 1 : file.size));
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD' || file.size === 0) return new Response(null, { status, headers });
  return new Response(toWebStream(await storage.open(file.path, range)), { status, headers });
}

/**
 * Passes bytes on as they are read, and stops reading when the client disconnects. `Readable.toWeb`
 * copies every chunk; `ReadableStream.from` stops only after the next one.
 */
function toWebStream(stream: Readable): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      stream.destroy();
    },
  });
}

/** Encodes a name for a header (RFC 8187). */
const encodeName = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const shownName = (path: string) => path.replace(/^.*\//, '').replace(/^\d+-(?=.)/, '');

/** HTTP dates have whole seconds. */
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

function isKnown(c: Context<HttpEnv>, file: StoredFile): boolean {
  const tags = c.req.header('If-None-Match');
  if (tags !== undefined) {
    const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return known.includes('*') || known.includes(file.etag);
  }
  const since = Date.parse(c.req.header('If-Modified-Since') ?? '');
  return seconds(file.modifiedAt) <= since / 1000;
}

/** Returns whether the requested range belongs to the current file (RFC 9110, 13.1.5). */
function isRangeCurrent(c: Context<HttpEnv>, file: StoredFile): boolean {
  const condition = c.req.header('If-Range');
  if (condition === undefined) return true;
  if (condition.startsWith('"')) return condition === file.etag;
  return Date.parse(condition) / 1000 === seconds(file.modifiedAt);
}

/**
 * Returns the requested range of a file of `size` bytes; undefined for the whole file, also if the
 * header is invalid or has several ranges (RFC 9110). `unsatisfiable` means 416.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
