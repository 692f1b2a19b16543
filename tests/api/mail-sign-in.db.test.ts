import { describe, expect, it } from 'vitest';
import { linkRefused, signUpRefused, wrongCode } from '#features/accounts/rules/account.ts';
import { createAccount } from '#features/accounts/server/manage-accounts.ts';
import { runAccountSite } from '#tests/support/account-site.ts';
import { enrolAuthenticator, mentor, toCookie, visitorWith } from '#tests/support/accounts.ts';
import { startApi } from '#tests/support/api.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';

const helper = { email: 'helper@timevsprice.test', password: 'tea before every open' };
const stranger = { email: 'stranger@timevsprice.test', password: 'something quite long' };

const api = runAccountSite(() => ({ adminEmails: [helper.email, mentor.email] }));

type Purpose = 'magic-link' | 'new-password' | 'code';

const ask = (purpose: Purpose, email = mentor.email) =>
  api.accounts.requestMail({ purpose, email }, visitorWith());

/**
 * Waits until this many requested mails have been sent to an address. Returns their texts, newest
 * first.
 */
async function readMails(email: string, count = 1): Promise<string[]> {
  const read = async () =>
    (await readMailbox(api.directories.mailbox))
      .filter(({ to }) => to?.some(({ address }) => address === email))
      .filter(({ subject }) => !subject?.startsWith('Authenticator app added'))
      .map(({ text }) => text ?? '');
  await expect.poll(read).toHaveLength(count);
  return read();
}

const readToken = (text = '') => decodeURIComponent(/token=([\w%-]+)/.exec(text)?.[1] ?? '');
const readCode = (text = '') => /^Code: (\d{4} \d{4})$/m.exec(text)?.[1]?.replace(' ', '') ?? '';

/** Waits until every requested mail is sent, or found to have no recipient. */
const untilSettled = () =>
  expect.poll(() => api.query(`select 1 from mail_deliveries where status = 'queued'`)).toEqual([]);

const refusedLink = { status: 403, userMessage: linkRefused };
const refusedCode = { status: 401, userMessage: wrongCode };

describe('a magic link', () => {
  it('a magic link signs in once, and is not used by opening it', async () => {
    await ask('magic-link');
    const [text] = await readMails(mentor.email);
    expect(text).toContain('http://localhost:3000/login/open-link?token=');
    const token = readToken(text);
    expect(await api.accounts.isLinkGood('magic-link', token)).toBe(true);
    expect(await api.accounts.isLinkGood('magic-link', token)).toBe(true);
    const tries = [1, 2, 3].map(() => api.accounts.signInByLink(token, visitorWith()));
    const settled = await Promise.allSettled(tries);
    expect(settled.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    for (const result of settled) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject(refusedLink);
    }
    expect(await api.accounts.isLinkGood('magic-link', token)).toBe(false);
  });

  it('a magic link invalidates earlier links', async () => {
    await ask('magic-link');
    await ask('magic-link');
    const [first, second] = await readMails(mentor.email, 2);
    await api.accounts.signInByLink(readToken(first), visitorWith());
    await expect(api.accounts.signInByLink(readToken(second), visitorWith())).rejects.toMatchObject(
      refusedLink,
    );
  });

  it('a magic link works only for its purpose, expires, and is stored as a hash', async () => {
    await ask('magic-link');
    const [text] = await readMails(mentor.email);
    const token = readToken(text);
    const rows = await api.query('select * from account_token');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    const asPassword = { token, password: 'a new long password' };
    await expect(api.accounts.setNewPassword(asPassword, visitorWith())).rejects.toMatchObject(
      refusedLink,
    );
    const age = `update account_token set expires_at = now() - interval '1 second'`;
    await api.query(age);
    await expect(api.accounts.signInByLink(token, visitorWith())).rejects.toMatchObject(
      refusedLink,
    );
  });
});

describe('a one-time code', () => {
  it('signs in once, and only the newest code is valid', async () => {
    await ask('code');
    const [first] = await readMails(mentor.email);
    await ask('code');
    const texts = await readMails(mentor.email, 2);
    const second = texts.map(readCode).find((code) => code !== readCode(first)) ?? '';
    const enter = (code: string) =>
      api.accounts.signInByCode({ email: mentor.email, code }, visitorWith());
    await expect(enter(readCode(first))).rejects.toMatchObject(refusedCode);
    await expect(enter(second)).resolves.toMatchObject({ email: mentor.email, level: 'aal1' });
    await expect(enter(second)).rejects.toMatchObject(refusedCode);
  });

  it('a one-time code is invalid after five wrong attempts, with the same message for everyone', async () => {
    await ask('code');
    const [text] = await readMails(mentor.email);
    const code = readCode(text);
    const wrong = code === '00000000' ? '11111111' : '00000000';
    const enter = (given: string, email = mentor.email) =>
      api.accounts.signInByCode({ email, code: given }, visitorWith());
    for (let entries = 0; entries < 5; entries += 1) {
      await expect(enter(wrong)).rejects.toMatchObject(refusedCode);
    }
    await expect(enter(code)).rejects.toMatchObject(refusedCode);
    await expect(enter(code, stranger.email)).rejects.toMatchObject(refusedCode);
  });

  it('a one-time code is not invalidated by strangers for a known browser', async () => {
    const { cookies } = await api.accounts.signIn(mentor, visitorWith());
    const device = toCookie(cookies.filter((line) => line.startsWith('site.device-')));
    await ask('code');
    const [text] = await readMails(mentor.email);
    const code = readCode(text);
    const enter = (given: string, cookie?: string) =>
      api.accounts.signInByCode({ email: mentor.email, code: given }, visitorWith(cookie));
    const wrong = code === '00000000' ? '11111111' : '00000000';
    for (let entries = 0; entries < 6; entries += 1) {
      await expect(enter(wrong)).rejects.toMatchObject(refusedCode);
    }
    await expect(enter(code)).rejects.toMatchObject(refusedCode);
    await expect(enter(code, device)).resolves.toMatchObject({ email: mentor.email });
  });
});

describe('a forgotten password', () => {
  it('a forgotten password is replaced by a link, which ends all sessions and other links', async () => {
    const { cookies } = await api.accounts.signIn(mentor, visitorWith());
    await ask('magic-link');
    const [magic] = await readMails(mentor.email);
    await ask('new-password');
    const texts = await readMails(mentor.email, 2);
    const token = readToken(texts.find((text) => text.includes('/login/new-password')));
    const changed = { ...mentor, password: 'a quite different one' };
    const given = { token, password: changed.password };
    await expect(api.accounts.setNewPassword(given, visitorWith())).resolves.toMatchObject({
      email: mentor.email,
    });
    await expect(api.accounts.setNewPassword(given, visitorWith())).rejects.toMatchObject(
      refusedLink,
    );
    await expect(api.accounts.signInByLink(readToken(magic), visitorWith())).rejects.toMatchObject(
      refusedLink,
    );
    expect(await api.accounts.findSession(visitorWith(toCookie(cookies)))).toBeUndefined();
    await expect(api.accounts.signIn(mentor, visitorWith())).rejects.toMatchObject({ status: 401 });
    await expect(api.accounts.signIn(changed, visitorWith())).resolves.toBeDefined();
  });
});

it.each<[Purpose, (text: string) => Promise<{ cookies: string[] }>]>([
  ['magic-link', (text) => api.accounts.signInByLink(readToken(text), visitorWith())],
  [
    'code',
    (text) => {
      const given = { email: mentor.email, code: readCode(text) };
      return api.accounts.signInByCode(given, visitorWith());
    },
  ],
  [
    'new-password',
    (text) => {
      const given = { token: readToken(text), password: 'a quite different one' };
      return api.accounts.setNewPassword(given, visitorWith());
    },
  ],
])('an emailed %s cannot bypass the second factor', async (purpose, use) => {
  await enrolAuthenticator(api);
  await ask(purpose);
  const [text = ''] = await readMails(mentor.email);
  const { cookies } = await use(text);
  expect(await api.accounts.enterAdmin(visitorWith(toCookie(cookies)))).toBe('second-factor');
});

describe('an address without an account', () => {
  it('gets the same response and no email', async () => {
    for (const purpose of ['magic-link', 'code', 'new-password'] as const) {
      await expect(ask(purpose, stranger.email)).resolves.toBeUndefined();
      await expect(ask(purpose, mentor.email)).resolves.toBeUndefined();
    }
    await untilSettled();
    await readMails(mentor.email, 3);
    await readMails(stranger.email, 0);
    const statuses = await api.query(
      'select distinct status from mail_deliveries where recipient = $1',
      [stranger.email],
    );
    expect(statuses).toEqual([{ status: 'cancelled' }]);
  });
});

describe('signing up', () => {
  const signUp = (given = helper) => api.accounts.requestSignUp(given, visitorWith());

  it('signing up is refused with the same message for every address', async () => {
    const { connectionString } = api;
    const { accounts, stop } = await startApi({ connectionString, adminEmails: [] });
    for (const email of [mentor.email, stranger.email]) {
      const refused = accounts.requestSignUp({ ...stranger, email }, visitorWith());
      await expect(refused).rejects.toMatchObject({
        status: 403,
        code: 'sign-up-refused',
        userMessage: signUpRefused,
      });
    }
    await stop();
    expect(await api.query('select * from account_token')).toEqual([]);
  });

  it('creates an account with the link and the password together', async () => {
    await signUp();
    expect(await api.query('select email from "user"')).toHaveLength(1);
    const [text] = await readMails(helper.email);
    const token = readToken(text);
    expect(await api.accounts.isLinkGood('sign-up', token)).toBe(true);
    const confirm = (password: string) =>
      api.accounts.confirmSignUp({ token, password }, visitorWith());
    await expect(confirm('whoever opened the mailbox')).rejects.toMatchObject({ status: 422 });
    await expect(confirm(helper.password)).resolves.toMatchObject({ email: helper.email });
    await expect(confirm(helper.password)).rejects.toMatchObject(refusedLink);
    await expect(api.accounts.signIn(helper, visitorWith())).resolves.toBeDefined();
    const [row] = await api.query('select email_verified from "user" where email = $1', [
      helper.email,
    ]);
    expect(row).toEqual({ email_verified: true });
  });

  it('signing up is refused if the invitation was withdrawn or the account exists', async () => {
    await signUp();
    const [text] = await readMails(helper.email);
    const given = { token: readToken(text), password: helper.password };
    const { connectionString } = api;
    const strict = await startApi({ connectionString, adminEmails: [mentor.email] });
    await strict.startJobs();
    const unnamed = strict.accounts.confirmSignUp(given, visitorWith());
    await expect(unnamed).rejects.toMatchObject(refusedLink);
    await strict.stop();
    await createAccount(api, helper.email);
    const known = api.accounts.confirmSignUp(given, visitorWith());
    await expect(known).rejects.toMatchObject(refusedLink);
  });

  it('signing up gives an invited address with an account the same response, and emails its owner', async () => {
    await expect(signUp({ ...helper, email: mentor.email })).resolves.toBeUndefined();
    const [text] = await readMails(mentor.email);
    expect(text).toContain('You already have an account');
    expect(text).not.toContain('token=');
    await expect(api.accounts.signIn(mentor, visitorWith())).resolves.toBeDefined();
  });
});
