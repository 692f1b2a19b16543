import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSecret } from '#server/auth/find-secret.ts';
import { decrypt } from '#server/auth/secret.ts';
import { openDatabase } from '#server/db/client.ts';
import { findSetting, putSetting } from '#server/db/queries/settings.ts';
import { adoptSecret } from '#server/services/adopt-secret.ts';
import { createManageLinks } from '#server/services/bookings/manage-links.ts';
import {
  beginSession,
  callWith,
  enrolAuthenticator,
  mentor,
  toCookie,
  visitorWith,
} from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { showNextCode } from '#tests/support/authenticator.ts';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { databaseAway } from '#tests/support/own-site.ts';
import { query } from '#tests/support/site-state.ts';

/** What an earlier version kept in the table `settings`. */
const earlierSecret = 'what-an-earlier-version-has-made-once-abcde';
const earlierLinkKey = Buffer.alloc(32, 7).toString('base64');

/** A booking's id, and the link to it that the key above has signed. */
const bookingId = '0b5f7c9e-1234-4321-8765-0123456789ab';
const earlierToken = 'C198nhI0QyGHZQEjRWeJq_a4n6MHif5VLOdr2qQXQg0';

let database: TestDatabase;
let directory: string;
let api: TestApi;

beforeEach(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'secret-'));
  api = await startApi({
    connectionString: database.connectionString,
    admin: mentor,
    authSecret: earlierSecret,
  });
  await api.accounts.prepareFirstAdmin();
});
afterEach(async () => {
  await api.stop();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

const file = () => join(directory, 'secret');
const noOwn = { authSecret: undefined, databaseUrl: undefined };
const find = () => findSecret({ ...noOwn, dataDirectory: directory }, api.db);

describe('the secret of a site with a private database', () => {
  it('is created once, in a private file', async () => {
    const secret = await find();
    expect(secret).toHaveLength(43);
    expect(await readFile(file(), 'utf8')).toBe(secret);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await find()).toBe(secret);
  });

  it('is taken from the database of an earlier version', async () => {
    await putSetting(api.db, 'auth-secret', earlierSecret);
    expect(await find()).toBe(earlierSecret);
    await adoptSecret(api.db, earlierSecret, api.log);
    expect(await findSetting(api.db, 'auth-secret')).toBeUndefined();
    expect(await find()).toBe(earlierSecret);
  });

  it('is AUTH_SECRET, whatever the file contains', async () => {
    await find();
    const authSecret = 'an operator has chosen these words';
    const config = { ...noOwn, authSecret, dataDirectory: directory };
    expect(await findSecret(config, api.db)).toBe(authSecret);
  });

  it('is not replaced if its file is damaged, and its file is made private', async () => {
    for (const content of ['', 'short', '\0'.repeat(43), Buffer.alloc(43, 0xff)]) {
      await writeFile(file(), content, { mode: 0o644 });
      await expect(find()).rejects.toThrow(`${file()} is damaged`);
    }
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });
});

describe('together with DATABASE_URL', () => {
  const ask = async (db: TestApi['db']) => {
    const config = { ...noOwn, databaseUrl: 'postgres://elsewhere', dataDirectory: directory };
    const error = await findSecret(config, db).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ConfigError' });
    return String(error);
  };

  it('requires AUTH_SECRET, and suggests one', async () => {
    const [first, second] = [await ask(api.db), await ask(api.db)];
    expect(first).toMatch(/^AUTH_SECRET=[\w-]{43}$/m);
    expect(first).not.toBe(second);
  });

  it('suggests the current secret', async () => {
    await putSetting(api.db, 'auth-secret', earlierSecret);
    expect((await ask(api.db)).split('\n').at(-1)).toBe(`AUTH_SECRET=${earlierSecret}`);
  });

  it('explains how to keep the secret if the database is down', async () => {
    const { db, close } = openDatabase({ connectionString: await databaseAway(), log: api.log });
    expect(await ask(db)).toContain('start again when it does');
    await close();
  });
});

describe('a site of an earlier version', () => {
  it('keeps its sessions, second factors and emailed links', async () => {
    await api.startJobs();
    const { secret: key, cookie } = await enrolAuthenticator(api);
    await putSetting(api.db, 'auth-secret', earlierSecret);
    await putSetting(api.db, 'booking-link-secret', earlierLinkKey);
    await adoptSecret(api.db, await find(), api.log);

    expect((await callWith(api, cookie)('GET', '/api/account')).status).toBe(200);
    await api.accounts.passChallenge(showNextCode(key), visitorWith(await signIn(api)));
    const links = createManageLinks(api.db, earlierSecret);
    expect(await links.readToken(earlierToken)).toBe(bookingId);
    expect(links.toPath(bookingId)).not.toContain(earlierToken);
    expect(api.logged()).not.toContain('Two-step sign-in belongs to another secret');
  });

  it('keeps its second factors with a new AUTH_SECRET', async () => {
    await api.startJobs();
    const { secret: key } = await enrolAuthenticator(api);
    await putSetting(api.db, 'auth-secret', earlierSecret);
    const chosen = 'an operator has chosen these words';
    // Two processes that start at once.
    await Promise.all([adoptSecret(api.db, chosen, api.log), adoptSecret(api.db, chosen, api.log)]);
    const { connectionString } = database;
    const changed = await startApi({ connectionString, authSecret: chosen });
    await changed.startJobs();
    await changed.accounts.passChallenge(showNextCode(key), visitorWith(await signIn(changed)));
    await changed.stop();
  });
});

it('logs that second factors need the previous secret', async () => {
  await api.startJobs();
  await enrolAuthenticator(api);
  await adoptSecret(api.db, 'another secret of 32 letters or more', api.log);
  expect(api.logged()).toContain('Two-step sign-in belongs to another secret');
  expect(api.logged()).toContain('--without-second-factor');
});

const signIn = async ({ accounts }: TestApi) =>
  toCookie((await accounts.signIn(mentor, visitorWith())).cookies);

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await query(
    database.connectionString,
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) =>
      query(database.connectionString, `select whole::text as text from ${name} as whole`),
    ),
  );
  return rows
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

it('a copy of the database gives no access', async () => {
  await api.startJobs();
  const { secret: key, recoveryCodes, cookie } = await enrolAuthenticator(api);
  const call = callWith(api, cookie);
  const { token: apiToken } = await (await call('POST', '/api/auth/token')).json();
  const { cookie: other } = await beginSession(api, 'aal2');
  for (const purpose of ['magic-link', 'new-password', 'code'] as const) {
    await api.accounts.requestMail({ purpose, email: mentor.email }, visitorWith());
  }
  expect((await api.post('/api/bookings', futureSession())).status).toBe(201);
  const readMails = () => readMailbox(api.directories.mailbox);
  await expect.poll(async () => (await readMails()).length).toBe(6);
  const mailed = (await readMails()).flatMap(({ text = '' }) => [
    ...[...text.matchAll(/token=([\w%-]+)/g)].map(([, token = '']) => token),
    ...[...text.matchAll(/^Code: (\d{4}) (\d{4})$/gm)].map(([, one, two]) => `${one}${two}`),
    ...[...text.matchAll(/\/booking\/([\w-]{43})/g)].map(([, token = '']) => token),
  ]);
  // Of a link, a new password, a code, and the booking to its visitor. The others, to the mentor
  // about the booking and about the new factor, carry nothing.
  expect(new Set(mailed).size).toBe(4);

  const [{ secret: encrypted }] = await query(
    database.connectionString,
    'select secret from factor',
  );
  const [{ private_key: signingKey }] = await query(
    database.connectionString,
    'select private_key from jwks',
  );
  const copy = await dump();
  const factorSecret = (await decrypt(earlierSecret, encrypted)) ?? '';
  const { d } = JSON.parse((await decrypt(earlierSecret, JSON.parse(signingKey))) ?? '{}');
  const secrets = {
    earlierSecret,
    key,
    factorSecret,
    d,
    apiToken,
    sessions: [cookie, other].map(readSessionToken),
    recoveryCodes: recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')]),
    mailed,
  };
  for (const [name, values] of Object.entries(secrets)) {
    for (const value of [values].flat()) {
      expect(value.length, name).toBeGreaterThanOrEqual(8);
      expect(copy, name).not.toContain(value);
    }
  }
});

/** The part of the cookie that stands for the session, before its signature. */
const readSessionToken = (cookie: string) =>
  decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? '';

function futureSession() {
  // The next Tuesday evening that is at least two days away.
  const start = new Date(Date.now() + 2 * 24 * 3_600_000);
  start.setUTCDate(start.getUTCDate() + ((9 - start.getUTCDay()) % 7));
  start.setUTCHours(16, 0, 0, 0);
  return sessionBody({ booking_date: start.toISOString() });
}
