import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createDirectory,
  removeDirectory,
  runSite,
  type SiteProcess,
} from '#tests/support/site-process.ts';
import { createSiteDirectory } from '#tests/support/site-template.ts';

let directory: string;
let site: SiteProcess | undefined;

beforeEach(async () => {
  directory = await createDirectory();
  site = undefined;
});
afterEach(async () => {
  await site?.end('SIGTERM');
  await removeDirectory(directory);
});

/** Runs `npm run admin -- …` on the built site. */
async function admin(...args: string[]) {
  const child = spawn(process.execPath, ['build/server/index.js', 'admin', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, DATA_DIR: directory, SITE_URL: site?.url ?? '' },
  });
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, output, errors };
}

const email = 'helper@example.com';

async function startSite() {
  site = await runSite({ DATA_DIR: directory });
  await site.untilReady();
  return site;
}

const send = (path: string, body: Record<string, string>) =>
  fetch(`${site?.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body),
    redirect: 'manual',
  });

const readToken = (output: string) => /new-password\?token=([\w-]{43})$/m.exec(output)?.[1] ?? '';

it('creates, lists, resets and removes accounts while the site runs', async () => {
  await removeDirectory(directory);
  directory = await createSiteDirectory();
  await startSite();
  const made = await admin('create', email.toUpperCase());
  expect(made).toMatchObject({ code: 0, errors: '' });
  expect((await admin('list')).output).toContain(`${email}  no password yet, no two-step sign-in`);
  expect(await admin('create', email)).toMatchObject({
    code: 1,
    errors: `${email} already has an account.\n`,
  });

  const password = 'coffee after the close';
  const token = readToken(made.output);
  const chosen = await send(`/login/new-password?token=${token}`, { password });
  expect(chosen.status).toBe(303);
  expect(chosen.headers.get('location')).toBe('/admin/today');
  const cookie = chosen.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const enter = () =>
    fetch(`${site?.url}/admin`, { headers: { Cookie: cookie }, redirect: 'manual' });
  expect((await enter()).status).toBe(200);

  const reset = await admin('reset', email);
  expect(reset.code).toBe(0);
  expect((await enter()).status).toBe(302);
  expect((await send('/login', { email, password })).status).toBe(401);
  const again = `/login/new-password?token=${readToken(reset.output)}`;
  expect((await send(again, { password })).status).toBe(303);

  expect((await admin('remove', email)).code).toBe(0);
  expect((await admin('list')).output).toBe('No accounts yet.\n');
  expect((await send('/login', { email, password })).status).toBe(401);
});

it('the command for accounts works before the first start of the site', async () => {
  const made = await admin('create', email);
  expect(made.code).toBe(0);
  const { output } = await startSite();
  // An account exists, so no set-up link is printed.
  await expect.poll(output).toContain('Sign in at');
  const path = `/login/new-password?token=${readToken(made.output)}`;
  const chosen = await send(path, { password: 'coffee after the close' });
  expect(chosen.status).toBe(303);
});

it.each([[], ['create'], ['create', 'nobody'], ['reset', email, 'x'], ['frobnicate', email]])(
  'prints its usage for the arguments %s %s %s',
  async (...args) => {
    const refused = await admin(...args.filter((arg) => arg !== undefined));
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain('npm run admin -- create <email>');
  },
);
