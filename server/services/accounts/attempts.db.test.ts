import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enrolAuthenticator, mentor, toCookie, visitorWith } from '#tests/support/accounts.ts';
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
  await processes[0]?.startJobs();
  await processes[1]?.startJobs();
});
afterEach(async () => {
  for (const { stop } of processes) await stop();
  await database.drop();
});

const home = '192.0.2.7';

/** A sign-in, on one process or the other. */
function signIn(
  index: number,
  { address = home, email = mentor.email, password = 'guess', cookie = '' } = {},
) {
  const accounts = processes[index % 2]?.accounts;
  if (!accounts) throw new Error('two processes');
  return accounts.signIn({ email, password }, visitorWith(cookie, address));
}

const signInRightly = (address: string, cookie = '') =>
  signIn(0, { address, cookie, password: mentor.password });

const wrong = { status: 401, code: 'wrong-credentials' };

/** So many wrong passwords, one after the other. */
async function fail(times: number, options: (index: number) => Parameters<typeof signIn>[1]) {
  for (let index = 0; index < times; index += 1) {
    await expect(signIn(index, options(index))).rejects.toMatchObject(wrong);
  }
}

/** So many wrong passwords, side by side. Returns the codes of the refusals. */
async function guess(times: number, options: (index: number) => Parameters<typeof signIn>[1]) {
  const guesses = Array.from({ length: times }, (_, index) => signIn(index, options(index)));
  const settled = await Promise.allSettled(guesses);
  return settled.map((result) => result.status === 'rejected' && result.reason.code);
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
    const codes = await guess(20, () => ({}));
    expect(codes.filter((code) => code === wrong.code)).toHaveLength(6);
    expect(codes.filter((code) => code === refused.code)).toHaveLength(14);
  });

  it('is forgiven by the right password', async () => {
    await fail(5, () => ({}));
    await expect(signInRightly(home)).resolves.toBeDefined();
    await fail(5, () => ({}));
  });
});

describe('guessing from many networks', () => {
  const botnet = (index: number) => ({ address: `198.18.${index}.1` });

  /** As many failures as it takes, of which all but one are made up. */
  async function putUnderAttack(email = mentor.email) {
    await fail(1, (index) => ({ ...botnet(index), email }));
    await query(
      database.connectionString,
      `update attempt set failures = 51 where key like 'sign-in:account:%'`,
    );
  }

  /** What a browser keeps that has signed in and out again. */
  async function learnDevice() {
    const { cookies } = await signInRightly(home);
    const cookie = toCookie(cookies.filter((line) => line.startsWith('site.device-')));
    expect(cookie).not.toBe('');
    return cookie;
  }

  it('never keeps its owner out, wherever they come from, and refuses no right password', {
    // Some eighty passwords are compared, which is slow on purpose.
    timeout: 90_000,
  }, async () => {
    const device = await learnDevice();
    for (let first = 0; first < 70; first += 10) {
      const codes = await guess(10, (index) => botnet(first + index));
      expect(new Set(codes)).toEqual(new Set([wrong.code]));
    }
    for (let round = 0; round < 4; round += 1) {
      await expect(signInRightly(`100.64.${round}.1`, device)).resolves.toBeDefined();
      await expect(signInRightly(home)).resolves.toBeDefined();
      await expect(signInRightly(`100.65.${round}.1`)).resolves.toBeDefined();
    }
  });

  it('neither fills the server nor counts what it had no room for', async () => {
    const device = await learnDevice();
    const [codes, own] = await Promise.all([
      guess(70, botnet),
      signInRightly('100.64.0.1', device),
    ]);
    expect(own).toMatchObject({ email: mentor.email });
    expect(new Set(codes)).toEqual(new Set([wrong.code, 'sign-in-busy']));
    const counted = await query(
      database.connectionString,
      `select failures from attempt where key like 'sign-in:account:%'`,
    );
    expect(counted).toEqual([{ failures: codes.filter((code) => code === wrong.code).length }]);
  });

  it('leaves one try to each further network, and waits of minutes after it', async () => {
    await putUnderAttack();
    const stranger = { address: '100.64.0.1' };
    await fail(1, () => stranger);
    await expect(signIn(1, stranger)).rejects.toMatchObject(refused);
    const waits = await query(
      database.connectionString,
      `select round(extract(epoch from blocked_until - last_at))::int as seconds from attempt
        where key like '%-under-attack:%'`,
    );
    expect(waits).toEqual([{ seconds: 60 }]);
    // A network is what counts: its other addresses wait as well.
    await expect(signIn(1, { address: '100.64.0.200' })).rejects.toMatchObject(refused);
  });

  it('does the same to an address without an account', async () => {
    const email = 'nobody@timevsprice.test';
    await putUnderAttack(email);
    const stranger = { address: '100.64.0.1', email };
    await fail(1, () => stranger);
    await expect(signIn(1, stranger)).rejects.toMatchObject(refused);
  });
});

describe('strangers in the same network', () => {
  it('use up nothing of a browser that has signed in before, nor of its very address', async () => {
    const { cookies } = await signInRightly(home);
    const neighbour = { address: '192.0.2.200' };
    await fail(6, () => neighbour);
    await expect(signIn(0, neighbour)).rejects.toMatchObject(refused);
    await expect(signInRightly('192.0.2.201')).rejects.toMatchObject(refused);
    await expect(signInRightly('192.0.2.201', toCookie(cookies))).resolves.toBeDefined();
    await expect(signInRightly(home)).resolves.toBeDefined();
  });
});

describe('a browser that has signed in before', () => {
  it('is held to its own failures as strictly as anybody, wherever it goes', async () => {
    const { cookies } = await signInRightly(home);
    const cookie = toCookie(cookies);
    await fail(6, (index) => ({ cookie, address: `198.18.${index}.1` }));
    await expect(signInRightly('100.64.0.1', cookie)).rejects.toMatchObject(refused);
    await expect(signInRightly('100.64.0.1')).resolves.toBeDefined();
  });

  it('enters its second factor and its mailed code whatever strangers tried', async () => {
    const [api] = processes;
    if (!api) throw new Error('two processes');
    const { cookies } = await signInRightly(home);
    const device = toCookie(cookies.filter((line) => line.startsWith('site.device-')));
    const ask = (visitor = visitorWith(device)) =>
      api.accounts.requestMail({ purpose: 'code', email: mentor.email }, visitor);
    const askFromAll = Array.from({ length: 31 }, (_, index) =>
      ask(visitorWith('', `198.18.${index}.1`)),
    );
    await Promise.all(askFromAll);
    await expect(ask(visitorWith('', '100.64.0.1'))).rejects.toMatchObject(refused);
    await expect(ask()).resolves.toBeUndefined();

    const { recoveryCodes } = await enrolAuthenticator(api);
    const stolen = await signInRightly('198.18.0.1');
    const stranger = visitorWith(toCookie(stolen.cookies), '198.18.0.1');
    await expect(api.accounts.passChallenge('000000', stranger)).rejects.toMatchObject({
      code: 'wrong-code',
    });
    await query(
      database.connectionString,
      `update attempt set blocked_until = now() + interval '1 minute' where key like 'challenge:account:%'`,
    );
    const again = await signInRightly('100.64.0.1', device);
    const elsewhere = visitorWith(toCookie(again.cookies), '100.64.0.1');
    const [code = ''] = recoveryCodes.map((typed) => typed.replaceAll('-', ''));
    await expect(api.accounts.passChallenge(code, elsewhere)).rejects.toMatchObject(refused);
    const own = visitorWith(`${toCookie(again.cookies)}; ${device}`, '100.64.0.1');
    await expect(api.accounts.passChallenge(code, own)).resolves.toMatchObject({ level: 'aal2' });
  });
});

it('counts nothing where another rule refuses', async () => {
  const failures = () =>
    query(database.connectionString, 'select key, failures from attempt order by key');
  await fail(6, () => ({}));
  const before = await failures();
  await expect(signIn(0)).rejects.toMatchObject(refused);
  expect(await failures()).toEqual(before);

  // The wide rule of the network refuses now; the narrow one of another account is untouched.
  await query(
    database.connectionString,
    `update attempt set blocked_until = now() + interval '1 minute' where key like 'sign-in:network:%'`,
  );
  const email = 'another@timevsprice.test';
  await expect(signIn(0, { email })).rejects.toMatchObject(refused);
  expect(await failures()).toEqual(before);
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
