import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { ConfigError } from '#platform/config/config-error.ts';
import { mailboxDirectory } from '#platform/mail/mailbox.ts';
import { openSite } from '#server/open-site.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { testSecret } from '#tests/support/secret.ts';
import { type SeverableDatabase, severDatabase } from '#tests/support/severable-database.ts';
import { query } from '#tests/support/site-state.ts';

let database: TestDatabase;
let passage: SeverableDatabase;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase();
  passage = await severDatabase(database.connectionString);
  directory = await mkdtemp(join(tmpdir(), 'start-'));
});
afterEach(async () => {
  await passage.close();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const readHere = (connectionString: string, environment: NodeJS.ProcessEnv = {}) =>
  readConfig({
    DATABASE_URL: connectionString,
    DATA_DIR: directory,
    AUTH_SECRET: testSecret,
    ...environment,
  });

const openHere = (config = readHere(database.connectionString)) =>
  openSite({
    config,
    log: pino({ level: 'silent' }),
    createPages: () => async () => new Response('page'),
  });

it('starts without its database, accepts messages, and stores them when the database is available', async () => {
  await passage.cut();
  const config = readHere(passage.connectionString);
  const site = await openHere(config);
  const post = (path: string, body: object) =>
    site.fetch(
      new Request(`http://localhost:3000${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const statusOf = async (path: string) =>
    (await site.fetch(new Request(`http://localhost:3000${path}`))).status;

  const body = contactBody();
  expect((await post('/api/leads', body)).status).toBe(503);
  expect((await post('/contact.php', body)).status).toBe(200);
  expect(await statusOf('/readyz')).toBe(503);
  expect(await statusOf('/healthz')).toBe(200);
  const mails = () => readMailbox(mailboxDirectory(config));
  // The message waits in the journal, because only the database knows whether a mail server is set
  // up.
  expect(await mails()).toHaveLength(0);

  await passage.restore();
  await expect.poll(mails).toHaveLength(1);
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  const rows = () => query(database.connectionString, 'select id from leads');
  await expect.poll(rows).toEqual([{ id: body.id }]);
  const statuses = () => query(database.connectionString, 'select status from mail_deliveries');
  await expect.poll(statuses).toEqual([{ status: 'sent' }]);
  expect(await mails()).toHaveLength(1);
  await site.stop();
});

it('starts on a read-only database, and stores messages when it becomes writable', async () => {
  const name = new URL(database.connectionString).pathname.slice(1);
  const setReadOnly = async (value: 'on' | 'off') => {
    const writing = `${database.connectionString}&options=-c%20default_transaction_read_only=off`;
    await query(writing, `alter database ${name} set default_transaction_read_only = ${value}`);
    // Existing connections keep the old setting.
    const others = 'datname = current_database() and pid <> pg_backend_pid()';
    await query(writing, `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
  };
  await setReadOnly('on');
  const site = await openHere();
  const send = async (path: string, body?: object) => {
    const sent = body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    };
    return (await site.fetch(new Request(`http://localhost:3000${path}`, sent))).status;
  };
  const body = contactBody();
  expect(await send('/readyz')).toBe(503);
  expect(await send('/api/leads', body)).toBe(503);
  expect(await send('/contact.php', body)).toBe(200);
  await setReadOnly('off');
  await expect.poll(() => send('/readyz')).toBe(200);
  const rows = () => query(database.connectionString, 'select id from leads');
  await expect.poll(rows).toEqual([{ id: body.id }]);
  await site.stop();
});

it('the site does not start on a database that cannot be migrated', async () => {
  await query(database.connectionString, 'drop schema drizzle cascade');
  const opening = openHere();
  await expect(opening).rejects.toThrow(/^The database cannot be brought up to date: /);
});

const testKeys = {
  payfast: {
    PAYFAST_MERCHANT_ID: '10000100',
    PAYFAST_MERCHANT_KEY: '46f0cd694581a',
    PAYFAST_PASSPHRASE: 'jt7NOE43FZPn',
  },
  paystack: { PAYSTACK_SECRET_KEY: 'sk_test_0123456789' },
};

it.each(Object.entries(testKeys))(
  'a public site does not start with test keys of %s, unless it is allowed to',
  async (_, keys) => {
    const open = (environment: NodeJS.ProcessEnv) =>
      openHere(
        readHere(database.connectionString, { SITE_URL: 'https://example.com', ...environment }),
      );
    await expect(open(keys)).rejects.toThrow(/SITE_URL is public.*PAYMENTS_TEST=true/);
    await expect(open({ ...keys, PAYMENTS_TEST: 'false' })).rejects.toThrow(ConfigError);
    await (await open({ ...keys, PAYMENTS_TEST: 'true' })).stop();
    await (await open({})).stop();
    await (await open({ ...keys, SITE_URL: 'http://localhost:3000' })).stop();
  },
);

it('distinguishes visitors by the address of their socket', async () => {
  const site = await openHere();
  const writeFrom = async (remoteAddress: string) => {
    const request = new Request('http://localhost:3000/api/leads', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(contactBody()),
    });
    const response = await site.fetch(request, {
      incoming: { socket: { remoteAddress } } as never,
    });
    return response.status;
  };
  const isReady = async () => (await site.fetch(new Request('http://localhost:3000/readyz'))).ok;
  await expect.poll(isReady).toBe(true);
  const statuses = await Promise.all(Array.from({ length: 31 }, () => writeFrom('192.0.2.1')));
  expect(statuses).toContain(429);
  expect(await writeFrom('192.0.2.2')).toBe(201);
  await site.stop();
});
