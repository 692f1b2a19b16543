import { Hono } from 'hono';
import type { AdminGuard } from '#platform/auth/require-admin.ts';
import { requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { BackupServices } from './create-backup-services.ts';

/** The state of the backups, and a new one to download. */
export function createBackups({
  accounts,
  backups,
}: AdminGuard & { backups: Pick<BackupServices, 'readStatus' | 'download'> }) {
  const signedIn = requireAdmin(accounts);
  return new Hono<HttpEnv>()
    .get('/', signedIn, async (c) => c.json(await backups.readStatus()))
    .get('/download', signedIn, async (c) => {
      // A backup that nobody reads would not end.
      if (c.req.method === 'HEAD') return c.body(null, 200, contentType);
      const { name, content } = await backups.download();
      return c.body(content, 200, {
        ...contentType,
        'Content-Disposition': `attachment; filename="${name}"`,
        // nginx would first write all of it to its own disk.
        'X-Accel-Buffering': 'no',
      });
    });
}

const contentType = { 'Content-Type': 'application/octet-stream' };
