import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mentor, visitorWith } from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';

let database: TestDatabase;
let processes: TestApi[];

/** Two processes of the site, with limits. */
beforeEach(async () => {
  database = await createTestDatabase();
  const { connectionString } = database;
  const options = { connectionString, admin: mentor, isLimited: true };
  processes = await Promise.all([startApi(options), startApi(options)]);
  await processes[0]?.accounts.prepareFirstAdmin();
});
afterEach(async () => {
  for (const { stop } of processes) await stop();
  await database.drop();
});

const home = '192.0.2.7';

/** A sign-in, on one process or the other. */
function signIn(index: number, { address = home, email = mentor.email, password = 'guess' } = {}) {
  const accounts = processes[index % 2]?.accounts;
  if (!accounts) throw new Error('two processes');
  return accounts.signIn({ email, password }, visitorWith(undefined, address));
}

const signInRightly = (address: string) => signIn(0, { address, password: mentor.password });

/** So many wrong passwords, one after the other. */
async function fail(times: number, options: (index: number) => Parameters<typeof signIn>[1]) {
  for (let index = 0; index < times; index += 1) {
    await expect(signIn(index, options(index))).rejects.toMatchObject({ status: 401 });
  }
}

const refused = { status: 429, code: 'too-many-attempts' };

/** Lets the waits of every counter pass, without their failures being forgotten. */
const passWaits = () =>
  query(database.connectionString, 'update attempt set blocked_until = now()');

/** How long the next try has to wait, in seconds. */
const readWait = async () =>
  signIn(0).then(
    () => 0,
    (error) => Number(error.headers?.['Retry-After'] ?? 0),
  );

describe('guessing the password of one account from one address', () => {
  it('has to wait longer and longer, over all processes', async () => {
    await fail(6, () => ({}));
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      waits.push(await readWait());
      await passWaits();
      await fail(1, () => ({}));
    }
    expect(waits[0]).toBeGreaterThan(0);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(new Set(waits).size).toBe(waits.length);
  });

  it('does not keep its owner out who comes from elsewhere', async () => {
    await fail(6, () => ({}));
    await expect(signIn(0)).rejects.toMatchObject(refused);
    await expect(signInRightly('198.51.100.1')).resolves.toMatchObject({ email: mentor.email });
  });

  it('is not outrun by guesses side by side', async () => {
    const guesses = Array.from({ length: 30 }, (_, index) => signIn(index));
    const settled = await Promise.allSettled(guesses);
    const statuses = settled.map((result) =>
      result.status === 'rejected' ? result.reason.status : 200,
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(6);
    expect(statuses.filter((status) => status === 429)).toHaveLength(24);
  });

  it('is forgiven by the right password', async () => {
    await fail(5, () => ({}));
    await expect(signInRightly(home)).resolves.toBeDefined();
    await fail(5, () => ({}));
  });
});

describe('guessing from many addresses', () => {
  const botnet = (index: number) => ({ address: `203.0.113.${index}` });

  it('is slowed for the account, but not for its owner in a place known to it', async () => {
    await signInRightly(home);
    await fail(51, botnet);
    await expect(signIn(0, { address: '203.0.113.99' })).rejects.toMatchObject(refused);
    await expect(signInRightly(home)).resolves.toBeDefined();
  });
});

it('stops guessing from one address, whoever it is about', async () => {
  const options = (index: number) => ({ email: `${index}@timevsprice.test` });
  await fail(21, options);
  await expect(signIn(0, { email: 'another@timevsprice.test' })).rejects.toMatchObject(refused);
});

it('keeps nobody’s address in its table', async () => {
  await fail(1, () => ({}));
  const rows = JSON.stringify(await query(database.connectionString, 'select * from attempt'));
  expect(rows).not.toContain(mentor.email);
  expect(rows).not.toContain(home);
});

it('limits how many mails are asked for, alike with an account and without', async () => {
  const [api] = processes;
  await api?.startJobs();
  const ask = (email: string) =>
    api?.accounts.requestMail({ purpose: 'magic-link', email }, visitorWith());
  for (const email of [mentor.email, 'nobody@timevsprice.test']) {
    for (let asked = 0; asked < 5; asked += 1) await ask(email);
    await expect(ask(email)).rejects.toMatchObject(refused);
  }
});
