import { expect, it } from 'vitest';
import { replaceRecoveryCodes } from '#features/accounts/server/queries/factors.ts';
import { hashToken } from '#platform/auth/secret.ts';
import { runAccountSite } from '#tests/support/account-site.ts';
import {
  beginSession,
  callWith,
  enrolAuthenticator,
  mentor,
  toCookie,
  visitorWith,
} from '#tests/support/accounts.ts';
import { startApi } from '#tests/support/api.ts';
import { showCode, showNextCode } from '#tests/support/authenticator.ts';

const { password } = mentor;
const path = '/api/account/authenticator';

const api = runAccountSite();

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

const pass = async (code: string) => (await answerChallenge(await signIn(), code)).status;

it('an authenticator is required after it is verified, and ends the other sessions', async () => {
  const elsewhere = await signIn();
  expect(await enter(elsewhere)).toBe('let in');
  const { cookie, recoveryCodes } = await enrolAuthenticator(api);
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){2}[A-Z2-7]{4}$/);
  expect(await enter(cookie)).toBe('let in');
  expect(await enter(elsewhere)).toBe('signed-out');
  expect(await enter(await signIn())).toBe('second-factor');
});

it('raises the level with a new session', async () => {
  const { secret } = await enrolAuthenticator(api);
  const first = await signIn();
  const response = await answerChallenge(first, showNextCode(secret));
  expect(await response.json()).toEqual({ user: { email: mentor.email }, level: 'aal2' });
  const raised = toCookie(response.headers.getSetCookie());
  expect(await enter(raised)).toBe('let in');
  expect(await enter(first)).toBe('signed-out');
});

it('accepts a code once, even for concurrent requests, and no older code', async () => {
  const { secret } = await enrolAuthenticator(api);
  const cookies = await Promise.all([signIn(), signIn(), signIn()]);
  const code = showNextCode(secret);
  const answers = await Promise.all(cookies.map((cookie) => answerChallenge(cookie, code)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  expect(await pass(showCode(secret))).toBe(401);
});

it('accepts a recovery code once, however it is typed', async () => {
  const { recoveryCodes } = await enrolAuthenticator(api);
  const [code = ''] = recoveryCodes;
  expect(await pass(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(200);
  expect(await pass(code)).toBe(401);
});

it.each(['234567ABCDEF', 'ABCDEF234567'])(
  'distinguishes the recovery code %s from an app code',
  async (code) => {
    await enrolAuthenticator(api);
    const [user] = await api.query('select id from "user"');
    await replaceRecoveryCodes(api.db, user?.id, [hashToken(api.secret, 'recovery', code)]);
    expect(await pass(code)).toBe(200);
  },
);

it('an authenticator can only be removed with the password, which also removes its recovery codes', async () => {
  const { cookie, recoveryCodes } = await enrolAuthenticator(api);
  const call = callWith(api, cookie);
  expect((await call('DELETE', path, { password: 'wrong' })).status).toBe(422);
  expect(await enter(await signIn())).toBe('second-factor');
  expect((await call('DELETE', path, { password })).status).toBe(204);
  expect((await call('DELETE', path, { password })).status).toBe(404);
  expect((await call('POST', '/api/account/recovery-codes', { password })).status).toBe(404);
  expect(await enter(await signIn())).toBe('let in');
  expect(await pass(recoveryCodes[0] ?? '')).toBe(401);
});

it('an authenticator can be replaced by another one, and keeps the recovery codes', async () => {
  const first = await enrolAuthenticator(api);
  const call = callWith(api, first.cookie);
  const { secret } = await (await call('POST', path, { password })).json();
  // The first authenticator works until the second one is verified.
  expect(await pass(showNextCode(first.secret))).toBe(200);
  const verified = await call('POST', `${path}/verify`, { code: showCode(secret) });
  expect(await verified.json()).toEqual({ recoveryCodes: null });
  expect(await pass(showNextCode(first.secret))).toBe(401);
  expect(await pass(showNextCode(secret))).toBe(200);
  expect(await pass(first.recoveryCodes[0] ?? '')).toBe(200);
});

it('new recovery codes replace the old ones', async () => {
  const { cookie, recoveryCodes } = await enrolAuthenticator(api);
  const created = await callWith(api, cookie)('POST', '/api/account/recovery-codes', { password });
  const { recoveryCodes: renewed } = await created.json();
  expect(await pass(recoveryCodes[1] ?? '')).toBe(401);
  expect(await pass(renewed[1])).toBe(200);
});

it('an authenticator is not required before its first code, and only one code is accepted', async () => {
  const { cookie } = await beginSession(api, 'aal1');
  const call = callWith(api, cookie);
  expect((await call('POST', `${path}/verify`, { code: '000000' })).status).toBe(404);
  const { secret, qrCode } = await (await call('POST', path, { password })).json();
  expect(Buffer.from(qrCode.split(',')[1], 'base64').toString()).toMatch(/^<svg/);
  const wrong = showCode(secret) === '000000' ? '111111' : '000000';
  const refused = await call('POST', `${path}/verify`, { code: wrong });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ errors: [{ field: 'code' }] });
  expect(await enter(await signIn())).toBe('let in');
  const code = showCode(secret);
  const tries = [1, 2, 3].map(() => call('POST', `${path}/verify`, { code }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

it('an authenticator cannot be changed by a session that has not presented it', async () => {
  await enrolAuthenticator(api);
  const call = callWith(api, await signIn());
  expect((await call('POST', path, { password })).status).toBe(403);
  expect((await call('DELETE', path, { password })).status).toBe(403);
  expect((await call('POST', '/api/account/recovery-codes', { password })).status).toBe(403);
  // Such a session cannot end others either.
  const { cookie: full } = await beginSession(api, 'aal2');
  for (const scope of ['global', 'others']) {
    expect((await call('POST', '/api/auth/sign-out', { scope })).status).toBe(403);
  }
  expect(await enter(full)).toBe('let in');
});

it('lets no one in after the site’s secret has changed', async () => {
  const { secret } = await enrolAuthenticator(api);
  const { connectionString } = api;
  const authSecret = 'another secret of 32 letters or more';
  const changed = await startApi({ connectionString, authSecret });
  await changed.startJobs();
  const { cookies } = await changed.accounts.signIn(mentor, visitorWith());
  const call = callWith(changed, toCookie(cookies));
  const refused = await call('POST', '/api/auth/challenge', { code: showNextCode(secret) });
  expect(refused.status).toBe(409);
  expect((await refused.json()).detail).toContain('secret was changed');
  expect((await call('GET', '/api/account')).status).toBe(403);
  await changed.stop();
});
