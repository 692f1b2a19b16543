import { readdirSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import type { HttpEnv } from './env.ts';

/** Names below /assets/ hold a hash of the content, so what they name never changes. */
const forEver = 'public, max-age=31536000, immutable';
const forAnHour = 'public, max-age=3600';

/** Says how long a file may be kept, and gives 304 to a browser that has it. */
const describeFile: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  if (!c.get('isFile')) return;
  c.header('Cache-Control', c.req.path.startsWith('/assets/') ? forEver : forAnHour);
  const modified = Date.parse(c.res.headers.get('last-modified') ?? '');
  const known = Date.parse(c.req.header('if-modified-since') ?? '');
  if (c.res.status !== 200 || !(modified <= known)) return;
  await c.res.body?.cancel();
  const { headers } = c.res;
  headers.delete('Content-Length');
  c.res = new Response(null, { status: 304, headers });
};

/**
 * Serves the browser's files, compressed ahead where a `.br` or `.gz` lies next to them. Which there
 * are is read once: most requests are for something else, and need not wait for the disk.
 */
export function staticFiles(directory: string): MiddlewareHandler<HttpEnv> {
  const files = new Set(
    readdirSync(directory, { recursive: true }).map((name) => `/${String(name)}`),
  );
  const serveFile = every(
    describeFile,
    serveStatic<HttpEnv>({
      root: directory,
      precompressed: true,
      onFound: (_, c) => c.set('isFile', true),
    }),
  );
  return (c, next) => (files.has(c.req.path) ? serveFile(c, next) : next());
}
