import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { chooseEncoding, type Encoding, hasTag } from './encoding.ts';
import type { HttpEnv } from './http-env.ts';

/** Names below /assets/ contain a hash of the content. */
const forEver = 'public, max-age=31536000, immutable';
const forAnHour = 'public, max-age=3600';

/** The compressed versions are next to the file. */
const endings = { '.br': 'br', '.gz': 'gzip' } as const;

/** A file in one encoding, with its headers. */
interface Representation {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

type StaticFile = Partial<Record<Encoding, Representation>>;

/**
 * Serves the browser's files from memory: a few megabytes, including the `.br` and `.gz` files of
 * the build.
 */
export function staticFiles(directory: string): MiddlewareHandler<HttpEnv> {
  const files = readFiles(directory);
  return async (c, next) => {
    const file = files.get(c.req.path);
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!file || !isRead) return next();
    c.set('isFile', true);
    const found = file[chooseEncoding(c.req.header('Accept-Encoding'))] ?? file.identity;
    if (!found) return next();
    const { body, headers } = found;
    const known = c.req.header('If-None-Match');
    return known && hasTag(known, headers.ETag ?? '')
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers });
  };
}

/** Returns all files in a folder, by their URL paths. */
function readFiles(directory: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const ending = path.extname(file);
    const isCompressed = ending === '.br' || ending === '.gz';
    const encoding = isCompressed ? endings[ending] : 'identity';
    const name = isCompressed ? file.slice(0, -ending.length) : file;
    const url = `/${path.relative(directory, name).replaceAll(path.sep, '/')}`;
    files.set(url, { ...files.get(url), [encoding]: represent(url, encoding, readFileSync(file)) });
  }
  return files;
}

function represent(url: string, encoding: Encoding, body: Buffer<ArrayBuffer>): Representation {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return {
    body,
    headers: {
      'Cache-Control': url.startsWith('/assets/') ? forEver : forAnHour,
      'Content-Type': getMimeType(url) ?? 'application/octet-stream',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      ETag: `"${digest}"`,
      Vary: 'Accept-Encoding',
    },
  };
}
