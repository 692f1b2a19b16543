import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createDirectory, removeDirectory, runSite } from '#tests/support/site-process.ts';

/** The public pages, one of each kind, with the sample content. */
export const publicPages = [
  '/',
  '/services',
  '/about',
  '/mentorship',
  '/community',
  '/contact',
  '/privacy',
  '/terms',
  '/videos',
  '/freebies',
  '/education',
  '/education/5a3b1e00-0000-4000-8000-000000000001',
];

/** Runs the production build with the sample content on its own data folder. */
export async function startDemoSite() {
  const directory = await createDirectory();
  await promisify(execFile)(process.execPath, ['build/server/index.js', 'demo'], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: directory },
  });
  const { url, untilReady, end } = await runSite({ DATA_DIR: directory });
  await untilReady();
  return {
    url,
    async stop() {
      await end('SIGTERM');
      await removeDirectory(directory);
    },
  };
}
