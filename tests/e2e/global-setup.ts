import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import {
  namedAddress,
  operator,
  siteDataDirectory,
  sitePort,
  siteUrl,
} from '#tests/support/site-under-test.ts';

/** The site has to be ready within this time, in milliseconds. */
const startDeadline = 60_000;

/** Starts the production build on a fresh data folder, and stops it after the last test. */
export default async function startSite(): Promise<() => Promise<void>> {
  await rm(siteDataDirectory, { recursive: true, force: true });
  const site = spawn(process.execPath, ['build/server/index.js'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(sitePort),
      SITE_URL: siteUrl,
      DATA_DIR: siteDataDirectory,
      DATABASE_URL: '',
      SMTP_URL: '',
      RATE_LIMITS: 'off',
      ADMIN_EMAIL: operator.email,
      ADMIN_PASSWORD: operator.password,
      ADMIN_EMAILS: namedAddress,
      LOG_LEVEL: 'error',
    },
  });
  const exited = once(site, 'exit');
  await waitUntilReady(exited);
  return async () => {
    site.kill('SIGTERM');
    await exited;
    await rm(siteDataDirectory, { recursive: true, force: true });
  };
}

async function waitUntilReady(exited: Promise<unknown>): Promise<void> {
  const deadline = Date.now() + startDeadline;
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
  });
  while (Date.now() < deadline && !hasExited) {
    const answer = await fetch(`${siteUrl}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(hasExited ? 'The site stopped while starting.' : 'The site did not get ready.');
}
