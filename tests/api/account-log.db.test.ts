import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Session } from '#server/auth/visitor.ts';
import { mentor, toCookie, visitorWith } from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { showCode, showNextCode } from '#tests/support/authenticator.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { query } from '#tests/support/site-state.ts';

const helper = { email: 'helper@timevsprice.test', password: 'tea before every open' };

let database: TestDatabase;
let api: TestApi;

beforeEach(async () => {
  database = await createTestDatabase();
  api = await startApi({
    connectionString: database.connectionString,
    admin: mentor,
    adminEmails: [helper.email],
  });
  await api.startJobs();
  await api.accounts.prepareFirstAdmin();
});
afterEach(async () => {
  await api.stop();
  await database.drop();
});

/** What was written since the last time, oldest first: kind and detail, both as they are stored. */
async function takeLines(): Promise<string[]> {
  const rows = await query(
    database.connectionString,
    `with taken as (delete from account_event returning *)
     select kind, detail from taken order by at`,
  );
  return rows.map(({ kind, detail }) => (detail === null ? kind : `${kind}: ${detail}`));
}

/** A browser that has signed in with the password, and its session. */
async function signIn(): Promise<Session> {
  const { cookies } = await api.accounts.signIn(mentor, visitorWith());
  const session = await api.accounts.findSession(visitorWith(toCookie(cookies)));
  if (!session) throw new Error('Nobody is signed in');
  return session;
}

it('has a line of every way out', async () => {
  const [here, there] = [await signIn(), await signIn()];
  expect(await takeLines()).toEqual(['signed-in: password', 'signed-in: password']);
  await api.accounts.endSession(here, there.id);
  expect(await takeLines()).toEqual(['session-ended']);
  await api.accounts.signOut(here.visitor, 'others');
  expect(await takeLines()).toEqual(['sessions-ended']);
  await api.accounts.signOut(here.visitor);
  expect(await takeLines()).toEqual(['signed-out']);
  const last = await signIn();
  await api.accounts.signOut(last.visitor, 'global');
  expect(await takeLines()).toEqual(['signed-in: password', 'sessions-ended', 'signed-out']);
  await api.accounts.signOut(visitorWith());
  expect(await takeLines()).toEqual([]);
});

it('has a line of every try that failed, and whose it was', async () => {
  const session = await signIn();
  const refused = { status: expect.any(Number) };
  const nobody = 'nobody@timevsprice.test';
  const code = '00000000';
  await query(database.connectionString, 'delete from account_event');
  for (const email of [mentor.email, nobody]) {
    const wrong = { email, password: 'a wrong password' };
    await expect(api.accounts.signIn(wrong, visitorWith())).rejects.toMatchObject(refused);
    const entered = api.accounts.signInByCode({ email, code }, visitorWith());
    await expect(entered).rejects.toMatchObject(refused);
  }
  const signUp = api.accounts.requestSignUp({ ...helper, email: nobody }, visitorWith());
  await expect(signUp).rejects.toMatchObject(refused);
  const renewal = api.accounts.renewRecoveryCodes(session, { password: 'a wrong password' });
  await expect(renewal).rejects.toMatchObject(refused);
  const challenge = api.accounts.passChallenge('000000', session.visitor);
  await expect(challenge).rejects.toMatchObject(refused);

  const lines = await query(
    database.connectionString,
    `select kind, email, user_id is not null as is_known from account_event order by at`,
  );
  const line = (kind: string, email: string, is_known: boolean) => ({ kind, email, is_known });
  expect(lines).toEqual([
    line('sign-in-failed', mentor.email, true),
    line('sign-in-failed', mentor.email, false),
    line('sign-in-failed', nobody, false),
    line('sign-in-failed', nobody, false),
    line('sign-up-refused', nobody, false),
    line('password-confirmation-failed', mentor.email, true),
    line('second-factor-failed', mentor.email, true),
  ]);
});

it('has a line of every mail that was asked for', async () => {
  for (const purpose of ['magic-link', 'code', 'new-password'] as const) {
    await api.accounts.requestMail({ purpose, email: mentor.email }, visitorWith());
  }
  await api.accounts.requestSignUp(helper, visitorWith());
  expect(await takeLines()).toEqual([
    'mail-asked: magic-link',
    'mail-asked: code',
    'mail-asked: new-password',
    'mail-asked: sign-up',
  ]);
});

it('has a line of every step with a second factor, by its name', async () => {
  const session = await signIn();
  const { password } = mentor;
  const { id, secret } = await api.accounts.enrolFactor(session, {
    ...{ friendlyName: 'Phone', password },
  });
  await takeLines();
  const code = showCode(secret);
  const { session: raised, recoveryCodes } = await api.accounts.verifyFactor(session, { id, code });
  expect(await takeLines()).toEqual(['factor-added: Phone']);

  const next = await signIn();
  await api.accounts.passChallenge(showNextCode(secret), next.visitor);
  expect(await takeLines()).toEqual(['signed-in: password', 'second-factor-passed']);
  const third = await signIn();
  const [recovery = ''] = recoveryCodes ?? [];
  await api.accounts.passChallenge(recovery.replaceAll('-', ''), third.visitor);
  expect(await takeLines()).toEqual(['signed-in: password', 'recovery-code-used: 9 left']);
  await api.accounts.renewRecoveryCodes(raised, { password });
  await api.accounts.removeFactor(raised, { id, password });
  expect(await takeLines()).toEqual(['recovery-codes-made', 'factor-removed: Phone']);
});

it('keeps the beginning of what a browser calls itself', async () => {
  const visitor = visitorWith();
  visitor.headers.set('User-Agent', 'x'.repeat(2_000));
  await api.accounts.signIn(mentor, visitor);
  visitor.headers.delete('User-Agent');
  await api.accounts.signIn(mentor, visitor);
  const lines = await query(
    database.connectionString,
    'select user_agent from account_event order by at',
  );
  expect(lines).toEqual([{ user_agent: 'x'.repeat(500) }, { user_agent: '' }]);
});
