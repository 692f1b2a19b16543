import { expect, it } from 'vitest';
import { runAccountSite } from '#tests/support/account-site.ts';
import {
  beginSession,
  enrolAuthenticator,
  mentor,
  toCookie,
  visitorWith,
} from '#tests/support/accounts.ts';
import { createAccount, removeAccount, resetAccount } from './manage-accounts.ts';

const helper = 'helper@timevsprice.test';

const api = runAccountSite(() => ({ admin: undefined }));

const readEvents = () =>
  api.query(`select kind, detail, email, ip_address from account_event
     where ip_address = 'shell' order by at`);

/** Creates the mentor's account and chooses its password. */
async function makeMentor() {
  const token = await createAccount(api, mentor.email);
  await api.accounts.setNewPassword({ token, password: mentor.password }, visitorWith());
}

const signIn = async () => {
  const { cookies } = await api.accounts.signIn(mentor, visitorWith());
  return api.accounts.enterAdmin(visitorWith(toCookie(cookies)));
};

it('creates an account once, and invalidates the set-up link', async () => {
  const setUp = await api.accounts.prepareFirstAdmin();
  if (setUp.kind !== 'set-up') throw new Error(setUp.kind);
  const token = await createAccount(api, helper);
  expect(await api.accounts.isLinkGood('new-password', token)).toBe(true);
  expect(await api.query('select key from settings')).not.toContainEqual({
    key: 'set-up-link',
  });
  await expect(createAccount(api, helper)).rejects.toThrow(`${helper} already has an account.`);
  expect(await api.query('select email_verified from "user"')).toEqual([{ email_verified: true }]);
  expect(await readEvents()).toMatchObject([
    { kind: 'account-created', detail: 'On the server', email: helper },
  ]);
});

it('resets an account, except its second factors', async () => {
  await makeMentor();
  await enrolAuthenticator(api);
  const { cookie } = await beginSession(api, 'aal2');
  const stolen = await resetAccount(api, mentor.email, { isSecondFactorRemoved: false });
  const token = await resetAccount(api, mentor.email, { isSecondFactorRemoved: false });
  expect(await api.accounts.enterAdmin(visitorWith(cookie))).toBe('signed-out');
  expect(await api.accounts.isLinkGood('new-password', stolen)).toBe(false);
  await expect(signIn()).rejects.toMatchObject({ code: 'wrong-credentials' });
  await api.accounts.setNewPassword({ token, password: mentor.password }, visitorWith());
  expect(await signIn()).toBe('second-factor');
  expect((await readEvents()).at(-1)).toMatchObject({
    kind: 'reset-by-shell',
    detail: 'Password',
    email: mentor.email,
  });
});

it('removes second factors on request', async () => {
  await makeMentor();
  await enrolAuthenticator(api);
  const token = await resetAccount(api, mentor.email, { isSecondFactorRemoved: true });
  await api.accounts.setNewPassword({ token, password: mentor.password }, visitorWith());
  expect(await signIn()).toMatchObject({ email: mentor.email });
  expect(await api.query('select from recovery_code')).toEqual([]);
  expect((await readEvents()).at(-1)).toMatchObject({ detail: 'Password and second factors' });
});

it('removes an account, and records it', async () => {
  await makeMentor();
  await removeAccount(api, mentor.email);
  await expect(signIn()).rejects.toMatchObject({ code: 'wrong-credentials' });
  expect((await readEvents()).at(-1)).toMatchObject({
    kind: 'account-removed',
    email: mentor.email,
  });
});

it('refuses unknown accounts', async () => {
  const missing = `${helper} has no account.`;
  const reset = resetAccount(api, helper, { isSecondFactorRemoved: true });
  await expect(reset).rejects.toThrow(missing);
  await expect(removeAccount(api, helper)).rejects.toThrow(missing);
  expect(await readEvents()).toEqual([]);
});
