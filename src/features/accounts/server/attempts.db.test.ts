import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enrolAuthenticator, mentor, toCookie, visitorWith } from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';

const home = '192.0.2.7';
const wrong = { status: 401, code: 'wrong-credentials' };
const refused = { status: 429, code: 'too-many-attempts' };

let database: TestDatabase;
let processes: [TestApi, TestApi];

/** Two processes of the site. */
beforeEach(async () => {
  database = await createTestDatabase();
  const { connectionString } = database;
  const options = { connectionString, admin: mentor, isLimited: true };
  processes = await Promise.all([startApi(options), startApi(options)]);
  await processes[0].accounts.prepareFirstAdmin();
  for (const { startJobs } of processes) await startJobs();
});
afterEach(async () => {
  for (const { stop } of processes) await stop();
  await database.drop();
});

interface Try {
  address?: string;
  email?: string;
  password?: string;
  cookie?: string;
}

function signIn(
  index: number,
  { address = home, email = mentor.email, password = 'guess', cookie = '' }: Try = {},
) {
  const [one, other] = processes;
  const { accounts } = index % 2 ? other : one;
  return accounts.signIn({ email, password }, visitorWith(cookie, address));
}

const signInRightly = (address: string, cookie = '') =>
  signIn(0, { address, cookie, password: mentor.password });

/** Enters wrong passwords, one after the other. */
async function fail(times: number, toTry: (index: number) => Try = () => ({})) {
  for (let index = 0; index < times; index += 1) {
    await expect(signIn(index, toTry(index))).rejects.toMatchObject(wrong);
  }
}

/** Enters wrong passwords concurrently. Returns the codes of the refusals. */
async function guess(times: number, toTry: (index: number) => Try = () => ({})) {
  const guesses = Array.from({ length: times }, (_, index) => signIn(index, toTry(index)));
  const settled = await Promise.allSettled(guesses);
  return settled.map((result) => result.status === 'rejected' && result.reason.code);
}

const run = (text: string) => query(database.connectionString, text);

const uses = (name: string, points: number) =>
  run(`update rate_limits set points = ${points} where key like '${name}:%'`);

/** Returns the cookie that identifies a known browser. */
async function learnDevice() {
  const { cookies } = await signInRightly(home);
  const cookie = toCookie(cookies.filter((line) => line.startsWith('site.device-')));
  expect(cookie).not.toBe('');
  return cookie;
}

describe('guessing from one address', () => {
  it('guessing from one address has to wait after ten failures, over all processes', async () => {
    await fail(10);
    for (const index of [0, 1]) {
      const headers = { 'Retry-After': expect.stringMatching(/^(?:8\d\d|900)$/) };
      await expect(signIn(index)).rejects.toMatchObject({ ...refused, headers });
    }
    await expect(signInRightly('198.51.100.1')).resolves.toMatchObject({ email: mentor.email });
  });

  it('gains nothing from concurrent guesses', async () => {
    const codes = await guess(20);
    expect(codes.filter((code) => code === wrong.code)).toHaveLength(10);
    expect(codes.filter((code) => code === refused.code)).toHaveLength(10);
  });

  it('guessing from one address is reset by the right password', async () => {
    await fail(9);
    await expect(signInRightly(home)).resolves.toBeDefined();
    await fail(9);
  });

  it('guessing from one address is limited over all accounts', async () => {
    await fail(30, (index) => ({ email: `${index}@timevsprice.test` }));
    await expect(signIn(0, { email: 'another@timevsprice.test' })).rejects.toMatchObject(refused);
  });
});

describe('guessing from many networks', () => {
  it.each([mentor.email, 'nobody@timevsprice.test'])(
    'guessing from many networks has to wait for the account %s, but known browsers do not',
    async (email) => {
      const cookie = await learnDevice();
      await fail(1, () => ({ email, address: '198.18.0.1' }));
      await uses('sign-in:account', 49);
      await fail(1, () => ({ email, address: '198.18.1.1' }));
      await expect(signIn(0, { email, address: '198.18.2.1' })).rejects.toMatchObject(refused);
      await expect(signInRightly('100.64.0.1', cookie)).resolves.toBeDefined();
    },
  );

  it('guessing from many networks does not overload the server, and counts only checked passwords', async () => {
    const cookie = await learnDevice();
    const toTry = (index: number) => ({ address: `198.18.${index}.1` });
    const [codes, own] = await Promise.all([guess(49, toTry), signInRightly('100.64.0.1', cookie)]);
    expect(own).toMatchObject({ email: mentor.email });
    expect(new Set(codes)).toEqual(new Set([wrong.code, 'sign-in-busy']));
    const counted = await run(`select points from rate_limits where key like 'sign-in:account:%'`);
    expect(counted).toEqual([{ points: codes.filter((code) => code === wrong.code).length }]);
  });
});

describe('a known browser', () => {
  it('a known browser is limited by its own failures, not by strangers in its network', async () => {
    const cookie = await learnDevice();
    await fail(10, () => ({ address: '192.0.2.200' }));
    await expect(signInRightly('192.0.2.201')).rejects.toMatchObject(refused);
    await expect(signInRightly('192.0.2.201', cookie)).resolves.toBeDefined();
    await fail(10, (index) => ({ cookie, address: `198.18.${index}.1` }));
    await expect(signInRightly('100.64.0.1', cookie)).rejects.toMatchObject(refused);
  });

  it('a known browser can request emails and enter codes whatever strangers try', async () => {
    const [api] = processes;
    const device = await learnDevice();
    const ask = (visitor = visitorWith(device)) =>
      api.accounts.requestMail({ purpose: 'code', email: mentor.email }, visitor);
    await ask(visitorWith('', '198.18.0.1'));
    await uses('mail:account', 30);
    await expect(ask(visitorWith('', '100.64.0.1'))).rejects.toMatchObject(refused);
    await expect(ask()).resolves.toBeUndefined();

    const { recoveryCodes } = await enrolAuthenticator(api);
    const stolen = await signInRightly('198.18.0.1');
    const stranger = visitorWith(toCookie(stolen.cookies), '198.18.0.1');
    const guessed = api.accounts.passChallenge('000000', stranger);
    await expect(guessed).rejects.toMatchObject({ code: 'wrong-code' });
    await uses('challenge:account', 30);
    const { cookies } = await signInRightly('100.64.0.1', device);
    const code = recoveryCodes[0]?.replaceAll('-', '') ?? '';
    const elsewhere = visitorWith(toCookie(cookies), '100.64.0.1');
    await expect(api.accounts.passChallenge(code, elsewhere)).rejects.toMatchObject(refused);
    const own = visitorWith(`${toCookie(cookies)}; ${device}`, '100.64.0.1');
    await expect(api.accounts.passChallenge(code, own)).resolves.toMatchObject({ level: 'aal2' });
  });
});

it('counts nothing under other limits if one rejects, and stores no address', async () => {
  const readOthers = () =>
    run(`select key, points from rate_limits where key not like 'sign-in:network:%' order by key`);
  await fail(1);
  const before = await readOthers();
  await uses('sign-in:network', 30);
  await expect(signIn(0)).rejects.toMatchObject(refused);
  expect(await readOthers()).toEqual(before);
  expect(JSON.stringify(before)).not.toMatch(new RegExp(`${mentor.email}|${home}`));
});

it('limits requested emails, with an account and without', async () => {
  const [api] = processes;
  const ask = (email: string) =>
    api.accounts.requestMail({ purpose: 'magic-link', email }, visitorWith());
  for (const email of [mentor.email, 'nobody@timevsprice.test']) {
    for (let asked = 0; asked < 5; asked += 1) await ask(email);
    await expect(ask(email)).rejects.toMatchObject(refused);
  }
});
