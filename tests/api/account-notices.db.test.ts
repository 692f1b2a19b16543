import { describe, expect, it } from 'vitest';
import { hashPassword } from '#features/accounts/server/auth/passwords.ts';
import { insertAccount } from '#features/accounts/server/queries/accounts.ts';
import { listMailbox } from '#platform/mail/mailbox.ts';
import { runAccountSite } from '#tests/support/account-site.ts';
import {
  callWith,
  enrolAuthenticator,
  mentor,
  toCookie,
  visitorWith,
} from '#tests/support/accounts.ts';
import { showNextCode } from '#tests/support/authenticator.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';

const api = runAccountSite();

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:142.0) Gecko/20100101 Firefox/142.0';

/** A browser with these cookies at this IP address. */
const browser = (cookie = '', ipAddress = '203.0.113.9') => ({
  headers: new Headers({ 'User-Agent': firefox, Cookie: cookie }),
  ipAddress,
});

const signIn = async (visitor = visitorWith()) =>
  toCookie((await api.accounts.signIn(mentor, visitor)).cookies);

/** Waits until the outbox is empty, and returns the mails, newest first. */
async function settleMails() {
  const queued = () => api.query(`select key from mail_deliveries where status = 'queued'`);
  await expect.poll(queued).toEqual([]);
  return readMailbox(api.directories.mailbox);
}

const readSubjects = async () =>
  (await settleMails()).map(({ subject }) => subject?.split(':')[0]).toSorted();

describe('a sign-in from a new browser', () => {
  it('notifies the owner with the time, browser, address and advice', async () => {
    await signIn();
    expect(await settleMails()).toEqual([]);
    await signIn(browser());
    const [mail, ...others] = await settleMails();
    expect(others).toEqual([]);
    expect(mail?.to).toMatchObject([{ address: mentor.email }]);
    expect(mail?.subject).toMatch(/^New sign-in to your account: /);
    for (const words of [
      /^When: \w+, \d+ \w+ \d{4} at \d\d:\d\d SAST \(Africa\/Johannesburg\)$/m,
      /^Browser: Firefox on Windows$/m,
      /^IP address: 203\.0\.113\.9$/m,
      /If it wasn’t you, choose a new password/,
    ]) {
      expect(mail?.text).toMatch(words);
    }
    expect(mail?.html).toContain('Firefox on Windows');
    // The mail's only link changes nothing: it leads to a page that requires a sign-in.
    const links = [...`${mail?.text} ${mail?.html}`.matchAll(/https?:\/\/[^\s"<]+\/[^\s"<]*/g)];
    const own = links.map(([link]) => link).filter((link) => link.startsWith('http://localhost'));
    expect(new Set(own)).toEqual(new Set(['http://localhost:3000/admin/account']));
  });

  it('a sign-in from a new browser is reported even with a forged cookie or one of another account', async () => {
    const helper = { email: 'helper@timevsprice.test', password: mentor.password };
    await api.db.transaction(async (transaction) => {
      const passwordHash = await hashPassword(helper.password);
      await insertAccount(transaction, { ...helper, passwordHash, isEmailVerified: true });
    });
    const [name = '', value = ''] = (await signIn()).split('; ').at(-1)?.split('=') ?? [];
    const other = toCookie((await api.accounts.signIn(helper, browser())).cookies.slice(1));
    const [device, expiry, signature] = value.split('.');
    const forged = [
      `${name}=${other.split('=')[1]}`,
      `${name}=${device}.${Number(expiry) + 1}.${signature}`,
      `${name}=${crypto.randomUUID()}.${expiry}.${signature}`,
      `${name}=..`,
    ];
    for (const cookie of forged) await signIn(browser(cookie));
    expect(await readSubjects()).toEqual(forged.map(() => 'New sign-in to your account'));
    await signIn(browser(`${name}=${value}`));
    expect(await readSubjects()).toHaveLength(forged.length);
  });

  it('a sign-in from a new browser is reported after the second factor', async () => {
    const { secret } = await enrolAuthenticator(api);
    await signIn();
    const cookie = await signIn(browser());
    expect(cookie).not.toContain('site.device-');
    expect(await readSubjects()).toEqual(['Authenticator app added']);
    const { cookies } = await api.accounts.passChallenge(showNextCode(secret), browser(cookie));
    expect(toCookie(cookies)).toContain('site.device-');
    expect(await readSubjects()).toEqual([
      'Authenticator app added',
      'New sign-in to your account',
    ]);
  });
});

describe('a change to an account', () => {
  it('a change to an account notifies the owner', async () => {
    const cookie = await signIn();
    const { password } = mentor;
    const changed = await callWith(api, cookie)('PUT', '/api/account/password', {
      currentPassword: password,
      newPassword: password,
    });
    expect(changed.status).toBe(204);
    const { cookie: raised } = await enrolAuthenticator(api);
    const call = callWith(api, raised);
    await call('POST', '/api/account/recovery-codes', { password });
    await call('DELETE', '/api/account/authenticator', { password });
    expect(await readSubjects()).toEqual([
      'Authenticator app added',
      'Authenticator app removed',
      'New recovery codes',
      'Your password was changed',
    ]);
  });

  it('makes other browsers unknown when the password changes', async () => {
    const [here, elsewhere] = [await signIn(), await signIn(browser())];
    const changed = await callWith(api, here)('PUT', '/api/account/password', {
      currentPassword: mentor.password,
      newPassword: mentor.password,
    });
    const renewed = toCookie(changed.headers.getSetCookie());
    expect(renewed).toMatch(/^site\.device-/);
    await settleMails();
    await api.query('delete from mail_deliveries');
    const queued = async () => (await api.query('select from mail_deliveries')).length;
    await signIn(visitorWith(renewed));
    expect(await queued()).toBe(0);
    await signIn(browser(elsewhere));
    expect(await queued()).toBe(1);
  });

  it('a change to an account sends one notice for a forgotten password, and none for the first password', async () => {
    const reset = async () => {
      await api.accounts.requestMail(
        { purpose: 'new-password', email: mentor.email },
        visitorWith(),
      );
      const mails = await settleMails();
      const text = mails.find(({ subject }) => subject?.startsWith('Choose'))?.text ?? '';
      const token = decodeURIComponent(/token=([\w%-]+)/.exec(text)?.[1] ?? '');
      await api.accounts.setNewPassword({ token, password: mentor.password }, browser());
    };
    await reset();
    expect(await readSubjects()).toEqual([expect.stringContaining('Choose a new password')]);
    await api.query('delete from mail_deliveries');
    await reset();
    expect((await readSubjects()).filter((subject) => !subject?.startsWith('Choose'))).toEqual([
      'Your password was changed',
    ]);
  });

  it('a change to an account is refused if the notice cannot be queued', async () => {
    const { cookie } = await enrolAuthenticator(api);
    await api.jobs.stop(2_000);
    const refused = await callWith(api, cookie)('POST', '/api/account/recovery-codes', {
      password: mentor.password,
    });
    expect(refused.status).toBe(503);
    const made = `select from account_event where kind = 'recovery-codes-made'`;
    expect(await api.query(made)).toEqual([]);
  });
});

it('shows captured account emails only to their own account', async () => {
  const helper = { email: 'helper@timevsprice.test', password: mentor.password };
  await api.db.transaction(async (transaction) => {
    const passwordHash = await hashPassword(helper.password);
    await insertAccount(transaction, { ...helper, passwordHash, isEmailVerified: true });
  });
  await api.post('/api/leads', contactBody({ name: 'Ann Archer' }));
  for (const { email } of [mentor, helper]) {
    await api.accounts.requestMail({ purpose: 'magic-link', email }, visitorWith());
    await api.accounts.requestMail({ purpose: 'code', email }, visitorWith());
  }
  await settleMails();
  expect(await listMailbox(api.directories.mailbox)).toHaveLength(5);
  for (const account of [mentor, helper]) {
    const { cookies } = await api.accounts.signIn(account, visitorWith());
    const response = await callWith(api, toCookie(cookies))('GET', '/api/captured_mails');
    const mails: { to: string; subject: string }[] = await response.json();
    expect(mails).toHaveLength(3);
    const others = mails.filter(({ subject }) => !subject.includes('Ann Archer'));
    expect(others.map(({ to }) => to)).toEqual([account.email, account.email]);
  }
});
