import { expect, it } from 'vitest';
import type { Session } from '#platform/auth/visitor.ts';
import { runAccountSite } from '#tests/support/account-site.ts';
import { mentor, toCookie, visitorWith } from '#tests/support/accounts.ts';
import { showCode, showNextCode } from '#tests/support/authenticator.ts';

const helper = { email: 'helper@timevsprice.test', password: 'tea before every open' };

const api = runAccountSite(() => ({ adminEmails: [helper.email] }));

/** Removes and returns the entries so far, oldest first. */
async function takeEntries(): Promise<string[]> {
  const rows = await api.query(`with taken as (delete from account_event returning *)
     select kind, detail from taken order by at`);
  return rows.map(({ kind, detail }) => (detail === null ? kind : `${kind}: ${detail}`));
}

async function signIn(): Promise<Session> {
  const { cookies } = await api.accounts.signIn(mentor, visitorWith());
  const session = await api.accounts.findSession(visitorWith(toCookie(cookies)));
  if (!session) throw new Error('No one is signed in');
  return session;
}

const signedIn = 'signed-in: With the password';
const byApp = 'signed-in: With a code of the authenticator app';

it('records sign-ins and sign-outs', async () => {
  const [here, there] = [await signIn(), await signIn()];
  await api.accounts.endSession(here, there.id);
  await api.accounts.signOut(here.visitor, 'global');
  await api.accounts.signOut(visitorWith());
  const ended = ['session-ended', 'sessions-ended', 'signed-out'];
  expect(await takeEntries()).toEqual([signedIn, signedIn, ...ended]);
});

it('records failures with the account that they concern', async () => {
  const session = await signIn();
  const refused = { status: expect.any(Number) };
  const nobody = 'nobody@timevsprice.test';
  const password = 'a wrong password';
  await takeEntries();
  for (const email of [mentor.email, nobody]) {
    const entered = api.accounts.signIn({ email, password }, visitorWith());
    await expect(entered).rejects.toMatchObject(refused);
  }
  const signUp = api.accounts.requestSignUp({ ...helper, email: nobody }, visitorWith());
  await expect(signUp).rejects.toMatchObject(refused);
  const renewal = api.accounts.renewRecoveryCodes(session, { password });
  await expect(renewal).rejects.toMatchObject(refused);
  const challenge = api.accounts.passChallenge('000000', session.visitor);
  await expect(challenge).rejects.toMatchObject(refused);
  const entries = await api.query(
    `select kind, email, user_id is not null as is_known from account_event order by at`,
  );
  expect(entries.map(({ kind, email, is_known }) => [kind, email, is_known])).toEqual([
    ['sign-in-failed', mentor.email, true],
    ['sign-in-failed', nobody, false],
    ['sign-up-refused', nobody, false],
    ['password-confirmation-failed', mentor.email, true],
    ['sign-in-failed', mentor.email, true],
  ]);
});

it('records changes to second factors', async () => {
  const { password } = mentor;
  const session = await signIn();
  const { secret } = await api.accounts.beginAuthenticator(session, { password });
  const code = showCode(secret);
  const { session: raised, recoveryCodes } = await api.accounts.verifyAuthenticator(session, {
    code,
  });
  await api.accounts.passChallenge(showNextCode(secret), (await signIn()).visitor);
  const [recovery = ''] = recoveryCodes ?? [];
  await api.accounts.passChallenge(recovery.replaceAll('-', ''), (await signIn()).visitor);
  await api.accounts.renewRecoveryCodes(raised, { password });
  await api.accounts.removeAuthenticator(raised, { password });
  expect(await takeEntries()).toEqual([
    signedIn,
    'factor-added',
    signedIn,
    byApp,
    signedIn,
    'signed-in: With a recovery code, 9 left',
    'recovery-codes-made',
    'factor-removed',
  ]);
});
