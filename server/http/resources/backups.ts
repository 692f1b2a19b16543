import { Hono } from 'hono';
import type { HttpDeps, HttpEnv } from '#server/http/env.ts';
import { requireAdmin } from '#server/http/require-admin.ts';

/** How old the last backup is, and a new one to keep. */
export function createBackups({ accounts, backups }: HttpDeps) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/', signedIn, async (c) => c.json(await backups.readStatus()))
    .get('/download', signedIn, async (c) => {
      // One that nobody reads would never end.
      if (c.req.method === 'HEAD') return c.body(null, 200, contentType);
      const { name, content } = await backups.download();
      return c.body(content, 200, {
        ...contentType,
        'Content-Disposition': `attachment; filename="${name}"`,
        // Said to nginx, which would otherwise put all of it onto its own disk first.
        'X-Accel-Buffering': 'no',
      });
    });
}

const contentType = { 'Content-Type': 'application/octet-stream' };
