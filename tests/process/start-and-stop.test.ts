import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createDirectory,
  findFreePort,
  isAlive,
  removeDirectory,
  runSite,
  type SiteProcess,
  until,
} from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';

let directory: string;
const running: SiteProcess[] = [];

beforeEach(async () => {
  directory = await createDirectory();
});

afterEach(async () => {
  for (const site of running.splice(0)) await site.end('SIGTERM');
  await removeDirectory(directory);
});

async function start(environment: Record<string, string> = {}): Promise<SiteProcess> {
  const site = await runSite({ DATA_DIR: directory, ...environment });
  running.push(site);
  return site;
}

async function startReady(environment: Record<string, string> = {}): Promise<SiteProcess> {
  const site = await start(environment);
  await site.untilReady();
  return site;
}

const postmasterPid = async (data = directory) =>
  Number((await readFile(path.join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

/** Sends one message; answers its id. */
async function sendMessage({ url }: SiteProcess, endpoint = '/api/leads'): Promise<string> {
  const id = crypto.randomUUID();
  const answer = await fetch(`${url}${endpoint}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      id,
      name: 'Naledi',
      email: 'naledi@example.com',
      source: 'Contact Form Submission',
      message: 'A message that must not be lost.',
    }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
  return id;
}

const storedIds = async (data = directory) =>
  (await query(await findPrivateDatabase(data), 'select id from leads')).map(({ id }) => id);

const mailCount = async (site: SiteProcess, id: string) => {
  const { readMailbox } = await import('#tests/support/mail-reader.ts');
  void site;
  const mails = await readMailbox(path.join(directory, 'mailbox'));
  return mails.filter(({ messageId }) => messageId?.includes(id)).length;
};

/** The message is stored once and mailed once. */
async function expectArrivedOnce(site: SiteProcess, id: string) {
  await until('the message in the database', async () => (await storedIds()).includes(id));
  await until('the notice in the mailbox', async () => (await mailCount(site, id)) === 1);
  expect((await storedIds()).filter((stored) => stored === id)).toHaveLength(1);
}

describe('a start', () => {
  it('needs nothing but a folder, and says where the site is', async () => {
    const site = await startReady();
    expect(site.output()).toContain(`is at http://localhost:${new URL(site.url).port}`);
    expect((await fetch(site.url)).status).toBe(200);
  });

  it('on a data folder in use ends with one line that names it', async () => {
    const first = await startReady();
    const second = await start();
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toMatch(/^The data folder .* is in use by another process/);
    expect(second.output().trim()).toContain(directory);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  it('on a port in use ends with one line that names it, and leaves no database behind', async () => {
    const port = await findFreePort();
    const other = createServer().listen(port, '127.0.0.1');
    const site = await start({ PORT: String(port) });
    expect(await site.ended).toBe(1);
    expect(site.output().trim()).toMatch(new RegExp(`^Port ${port} is already in use`));
    other.close();
    await expect(postmasterPid()).rejects.toThrow('ENOENT');
  });

  it('with malformed variables ends with a line for each', async () => {
    const site = await start({ SMTP_URL: 'mail.example.com', LOG_LEVEL: 'loud' });
    expect(await site.ended).toBe(1);
    expect(site.output().trim().split('\n')).toEqual([
      expect.stringMatching(/^SMTP_URL must be/),
      expect.stringMatching(/^LOG_LEVEL must be/),
    ]);
  });

  it('recovers from one that was cut off while the database was made', async () => {
    await mkdir(path.join(directory, 'postgres.new/cluster'), { recursive: true });
    await writeFile(path.join(directory, 'postgres.new/cluster/PG_VERSION'), '18');
    const site = await startReady();
    await expectArrivedOnce(site, await sendMessage(site));
  });

  it('works below a folder that nobody else may enter', async () => {
    const closed = path.join(directory, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const data = path.join(closed, 'data');
    const site = await startReady({ DATA_DIR: data });
    const id = await sendMessage(site);
    expect(await storedIds(data)).toContain(id);
  });
});

describe('a stop', () => {
  it('ends the database too, cleanly', async () => {
    const site = await startReady();
    const pid = await postmasterPid();
    expect(await site.end('SIGTERM')).toBe(0);
    expect(isAlive(pid)).toBe(false);
    const log = await readFile(path.join(directory, 'postgres.log'), 'utf8');
    expect(log).toMatch(/database system is shut down\s*$/);
  });

  it('lets a request in flight finish', async () => {
    const site = await startReady();
    const blocker = await findPrivateDatabase(directory);
    // A table lock keeps the insert waiting until well after the signal.
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: blocker });
    client.on('error', () => {});
    await client.connect();
    await client.query('begin; lock table leads in access exclusive mode');
    const sending = sendMessage(site);
    await until('the insert to wait', async () => {
      const [row] = await query(
        blocker,
        'select count(*)::int as n from pg_locks where not granted',
      );
      return row.n > 0;
    });
    const ended = site.end('SIGTERM');
    await client.query('rollback');
    await client.end();
    const id = await sending;
    expect(await ended).toBe(0);
    await startReady();
    expect(await storedIds()).toContain(id);
  });
});

describe('after a kill -9', () => {
  it('of the site: the next start finds what was answered, and mails it once', async () => {
    const site = await startReady();
    const id = await sendMessage(site);
    await site.end('SIGKILL');
    const next = await startReady();
    await expectArrivedOnce(next, id);
  });

  it('of the site after the fallback has answered: nothing is lost', async () => {
    const site = await startReady();
    const id = await sendMessage(site, '/contact.php');
    await site.end('SIGKILL');
    const next = await startReady();
    await expectArrivedOnce(next, id);
  });

  it('of the database: the site brings it back and takes messages meanwhile', async () => {
    const site = await startReady();
    process.kill(await postmasterPid(), 'SIGKILL');
    const id = await sendMessage(site, '/contact.php');
    await site.untilReady();
    await expectArrivedOnce(site, id);
  });

  it('of both: the next start recovers', async () => {
    const site = await startReady();
    const id = await sendMessage(site);
    process.kill(await postmasterPid(), 'SIGKILL');
    await site.end('SIGKILL');
    const next = await startReady();
    await expectArrivedOnce(next, id);
  });
});

describe('two processes', () => {
  it('start at once on one fresh database and share it', async () => {
    const host = await startReady();
    const connection = await findPrivateDatabase(directory);
    await query(connection, 'create database shared');
    const DATABASE_URL = connection.replace(/\/site$/, '/shared');
    const [first, second] = await Promise.all(
      ['one', 'two'].map((name) => start({ DATABASE_URL, DATA_DIR: path.join(directory, name) })),
    );
    if (!first || !second) throw new Error('not started');
    await Promise.all([first.untilReady(), second.untilReady()]);
    const id = await sendMessage(first);
    const answer = await fetch(`${second.url}/contact.php`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(422);
    expect((await query(DATABASE_URL, 'select id from leads')).map((row) => row.id)).toEqual([id]);
    await first.end('SIGTERM');
    await second.end('SIGTERM');
    expect((await fetch(`${host.url}/readyz`)).status).toBe(200);
  });
});
