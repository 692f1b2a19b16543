import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { chooseEncoding, type Encoding, hasTag } from './encoding.ts';
import type { HttpEnv } from './env.ts';

/** Names below /assets/ hold a hash of the content, so what they name never changes. */
const forEver = 'public, max-age=31536000, immutable';
const forAnHour = 'public, max-age=3600';

/** What lies beside a file is the same, compressed ahead. */
const endings = { '.br': 'br', '.gz': 'gzip' } as const;

/** A file in one encoding, with the headers that go out with it. */
interface Representation {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

type StaticFile = Partial<Record<Encoding, Representation>>;

/**
 * Serves the browser's files out of memory, compressed ahead where a `.br` or `.gz` lies next to them.
 * All of them together are a few megabytes; a look at the disk for each request costs ten times as much.
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

/** Returns all files below a folder by the paths that they are asked for by. */
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
