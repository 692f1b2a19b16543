import { afterEach, beforeEach, expect, it } from 'vitest';
import { setUpLinkRefused } from '#features/accounts/rules/account.ts';
import { mentor, toCookie, visitorWith } from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';

let database: TestDatabase;
let running: TestApi[];

beforeEach(async () => {
  database = await createTestDatabase();
  running = [];
});
afterEach(async () => {
  for (const { stop } of running) await stop();
  await database.drop();
});

/** Starts another process of the site on the same database. */
async function start(options: { admin?: typeof mentor; isLimited?: boolean } = {}) {
  const api = await startApi({ connectionString: database.connectionString, ...options });
  running.push(api);
  return api.accounts;
}

async function readLink({ prepareFirstAdmin }: Awaited<ReturnType<typeof start>>) {
  const access = await prepareFirstAdmin();
  if (access.kind !== 'set-up') throw new Error(`Expected a link, got ${access.kind}`);
  return access.token;
}

const emails = async () =>
  (await query(database.connectionString, 'select email from "user"')).map(({ email }) => email);
const refusal = { code: 'set-up-refused', status: 403, userMessage: setUpLinkRefused };

it('creates the account of ADMIN_EMAIL once', async () => {
  const accounts = await start({ admin: mentor });
  expect(await accounts.prepareFirstAdmin()).toEqual({ kind: 'created', email: mentor.email });
  expect(await accounts.prepareFirstAdmin()).toEqual({ kind: 'existing' });
  expect(await emails()).toEqual([mentor.email]);
  await expect(accounts.signIn(mentor, visitorWith())).resolves.toMatchObject({
    email: mentor.email,
  });
});

it('keeps the password of an existing account', async () => {
  await (await start({ admin: mentor })).prepareFirstAdmin();
  const changed = { ...mentor, password: 'quite another password' };
  const accounts = await start({ admin: changed });
  expect(await accounts.prepareFirstAdmin()).toEqual({ kind: 'existing' });
  await expect(accounts.signIn(changed, visitorWith())).rejects.toMatchObject({ status: 401 });
  await expect(accounts.signIn(mentor, visitorWith())).resolves.toBeDefined();
});

it('creates the first account with a set-up link', async () => {
  const accounts = await start();
  const token = await readLink(accounts);
  expect(token).toMatch(/^[\w-]{43}$/);
  const stored = await query(database.connectionString, 'select value from settings');
  expect(JSON.stringify(stored)).not.toContain(token);

  const { cookies } = await accounts.setUpAdmin(token, mentor, visitorWith());
  const session = await accounts.findSession(visitorWith(toCookie(cookies)));
  expect(session?.email).toBe(mentor.email);
  expect(await accounts.prepareFirstAdmin()).toEqual({ kind: 'existing' });
});

it('accepts a link once, even for concurrent requests', async () => {
  const processes = await Promise.all([start(), start()]);
  const [first, second] = processes;
  if (!first || !second) throw new Error('two processes');
  const token = await readLink(first);
  const tries = [first, second, first, second].map((accounts, index) =>
    accounts.setUpAdmin(token, { ...mentor, email: `${index}@timevsprice.test` }, visitorWith()),
  );
  const settled = await Promise.allSettled(tries);
  const refused = settled.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(3);
  for (const { reason } of refused) expect(reason).toMatchObject(refusal);
  expect(await emails()).toHaveLength(1);
});

it('accepts only the newest link', async () => {
  const accounts = await start();
  const older = await readLink(accounts);
  const newer = await readLink(await start());
  await expect(accounts.setUpAdmin(older, mentor, visitorWith())).rejects.toMatchObject(refusal);
  await expect(accounts.setUpAdmin(newer, mentor, visitorWith())).resolves.toBeDefined();
});

it('refuses missing, wrong and used links with the same message', async () => {
  const accounts = await start();
  const token = await readLink(accounts);
  for (const wrong of ['', 'x', token.slice(1), `${token}A`]) {
    expect(await accounts.isSetUpToken(wrong)).toBe(false);
    await expect(accounts.setUpAdmin(wrong, mentor, visitorWith())).rejects.toMatchObject(refusal);
  }
  await accounts.setUpAdmin(token, mentor, visitorWith());
  const again = { ...mentor, email: 'other@timevsprice.test' };
  await expect(accounts.setUpAdmin(token, again, visitorWith())).rejects.toMatchObject(refusal);
  expect(await emails()).toEqual([mentor.email]);
});

it('invalidates the link when ADMIN_EMAIL creates an account', async () => {
  const accounts = await start();
  const token = await readLink(accounts);
  await (await start({ admin: mentor })).prepareFirstAdmin();
  const other = { ...mentor, email: 'other@timevsprice.test' };
  await expect(accounts.setUpAdmin(token, other, visitorWith())).rejects.toMatchObject(refusal);
  expect(await emails()).toEqual([mentor.email]);
});

it('limits guesses of the set-up link', async () => {
  const accounts = await start({ isLimited: true });
  const guess = () => accounts.setUpAdmin('guess', mentor, visitorWith());
  for (let tries = 0; tries < 30; tries += 1) await expect(guess()).rejects.toMatchObject(refusal);
  await expect(guess()).rejects.toMatchObject({ code: 'too-many-attempts', status: 429 });
});
