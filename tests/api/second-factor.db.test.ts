import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  beginSession,
  callWith,
  enrolAuthenticator,
  mentor,
  toCookie,
  visitorWith,
} from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { showCode, showNextCode } from '#tests/support/authenticator.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';

let database: TestDatabase;
let api: TestApi;

beforeEach(async () => {
  database = await createTestDatabase();
  api = await startApi({ connectionString: database.connectionString, admin: mentor });
  await api.startJobs();
  await api.accounts.prepareFirstAdmin();
});
afterEach(async () => {
  await api.stop();
  await database.drop();
});

const enter = async (cookie: string) => {
  const area = await api.accounts.enterAdmin(visitorWith(cookie));
  return typeof area === 'string' ? area : 'let in';
};

/** The first step of a sign-in. */
async function signIn() {
  const { cookies } = await api.accounts.signIn(mentor, visitorWith());
  return toCookie(cookies);
}

const answerChallenge = (cookie: string, code: string) =>
  callWith(api, cookie)('POST', '/api/auth/challenge', { code });

it('is demanded from the moment it is verified, and ends the sessions that lack it', async () => {
  const elsewhere = await signIn();
  expect(await enter(elsewhere)).toBe('let in');
  const { cookie, recoveryCodes } = await enrolAuthenticator(api);
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await enter(cookie)).toBe('let in');
  expect(await enter(elsewhere)).toBe('signed-out');
  expect(await enter(await signIn())).toBe('second-factor');
});

it('lets in at a raised level, with a session in place of the first', async () => {
  const { secret } = await enrolAuthenticator(api);
  const first = await signIn();
  const response = await answerChallenge(first, showNextCode(secret));
  expect(await response.json()).toEqual({ user: { email: mentor.email }, level: 'aal2' });
  const raised = toCookie(response.headers.getSetCookie());
  expect(await enter(raised)).toBe('let in');
  expect(await enter(first)).toBe('signed-out');
});

it('takes a code once, even when it comes twice at the same time', async () => {
  const { secret } = await enrolAuthenticator(api);
  const cookies = await Promise.all([signIn(), signIn(), signIn()]);
  const code = showNextCode(secret);
  const answers = await Promise.all(cookies.map((cookie) => answerChallenge(cookie, code)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  // Nor one that is older than the last, although its time is not over.
  expect((await answerChallenge(await signIn(), showCode(secret))).status).toBe(401);
});

it('takes a recovery code once, however it is written', async () => {
  const { recoveryCodes } = await enrolAuthenticator(api);
  const [code = ''] = recoveryCodes;
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
  const response = await answerChallenge(await signIn(), typed);
  expect(response.status).toBe(200);
  expect(await enter(toCookie(response.headers.getSetCookie()))).toBe('let in');
  expect((await answerChallenge(await signIn(), code)).status).toBe(401);
});

it('keeps secrets and recovery codes so that the tables open nothing', async () => {
  const { secret, recoveryCodes } = await enrolAuthenticator(api);
  const rows = JSON.stringify([
    await query(database.connectionString, 'select * from factor'),
    await query(database.connectionString, 'select * from recovery_code'),
  ]);
  expect(rows).not.toContain(secret);
  for (const code of recoveryCodes) expect(rows).not.toContain(code.replaceAll('-', ''));
});

it('is removed with the password only, and its recovery codes with it', async () => {
  const { id, cookie, recoveryCodes } = await enrolAuthenticator(api);
  const call = callWith(api, cookie);
  const refused = await call('DELETE', `/api/account/factors/${id}`, { password: 'wrong' });
  expect(refused.status).toBe(422);
  expect(await enter(await signIn())).toBe('second-factor');
  const removed = await call('DELETE', `/api/account/factors/${id}`, {
    password: mentor.password,
  });
  expect(removed.status).toBe(204);
  expect(await enter(await signIn())).toBe('let in');
  const [code = ''] = recoveryCodes;
  expect((await answerChallenge(await signIn(), code)).status).toBe(401);
});

it('gives new recovery codes in place of the old ones', async () => {
  const { cookie, recoveryCodes } = await enrolAuthenticator(api);
  const made = await callWith(api, cookie)('POST', '/api/account/recovery-codes', {
    password: mentor.password,
  });
  const { recoveryCodes: renewed } = await made.json();
  expect((await answerChallenge(await signIn(), recoveryCodes[1] ?? '')).status).toBe(401);
  expect((await answerChallenge(await signIn(), renewed[1])).status).toBe(200);
});

it('does not count before its first code, and a wrong one is refused at its field', async () => {
  const { cookie } = await beginSession(api, 'aal1');
  const call = callWith(api, cookie);
  const started = await call('POST', '/api/account/factors', {
    friendlyName: 'Phone',
    password: mentor.password,
  });
  const { id, secret, qrCode } = await started.json();
  expect(Buffer.from(qrCode.split(',')[1], 'base64').toString()).toMatch(/^<svg/);
  const wrong = showCode(secret) === '000000' ? '111111' : '000000';
  const refused = await call('POST', `/api/account/factors/${id}/verify`, { code: wrong });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ errors: [{ field: 'code' }] });
  expect(await enter(await signIn())).toBe('let in');
});

it('cannot be touched by a session that has not presented it', async () => {
  const { id } = await enrolAuthenticator(api);
  const call = callWith(api, await signIn());
  const password = { password: mentor.password };
  expect((await call('DELETE', `/api/account/factors/${id}`, password)).status).toBe(403);
  expect((await call('POST', '/api/account/recovery-codes', password)).status).toBe(403);
  // Nor may it sign anybody else out.
  const { cookie: full } = await beginSession(api, 'aal2');
  await call('POST', '/api/auth/sign-out?scope=global');
  expect(await enter(full)).toBe('let in');
});

it('lets nobody past when the secret of the site has changed', async () => {
  const { secret } = await enrolAuthenticator(api);
  const { connectionString } = database;
  const changed = await startApi({
    connectionString,
    authSecret: 'another secret of 32 letters or more',
  });
  await changed.startJobs();
  const { cookies } = await changed.accounts.signIn(mentor, visitorWith());
  const call = callWith(changed, toCookie(cookies));
  const refused = await call('POST', '/api/auth/challenge', { code: showNextCode(secret) });
  expect(refused.status).toBe(409);
  expect((await refused.json()).detail).toContain('secret was changed');
  expect((await call('GET', '/api/account')).status).toBe(403);
  await changed.stop();
});
