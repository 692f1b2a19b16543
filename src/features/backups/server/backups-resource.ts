import { Hono } from 'hono';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { BackupServices } from './create-backup-services.ts';

/** The state of the backups, and the download of a new one. */
export function createBackups({
  accounts,
  backups,
}: AdminGuard & { backups: Pick<BackupServices, 'readStatus' | 'download'> }) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/', signedIn, async (c) => c.json(await backups.readStatus()))
    .get('/download', signedIn, async (c) => {
      // An unread backup would never end.
      if (c.req.method === 'HEAD') return c.body(null, 200, contentType);
      const { name, content } = await backups.download();
      return c.body(content, 200, {
        ...contentType,
        'Content-Disposition': `attachment; filename="${name}"`,
        // Otherwise nginx would first buffer all of it on its disk.
        'X-Accel-Buffering': 'no',
      });
    });
}

const contentType = { 'Content-Type': 'application/octet-stream' };
