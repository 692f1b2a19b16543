import { expect, it } from 'vitest';
import { runAccountSite } from '#tests/support/account-site.ts';
import { mentor, visitorWith } from '#tests/support/accounts.ts';
import { sweepAccounts } from './sweep-accounts.ts';

const api = runAccountSite(() => ({}), { isShared: true });

const count = async (table: string) =>
  (await api.query(`select count(*)::int as n from ${table}`))[0]?.n;

const tables = ['account_event', 'session', 'account_token', 'mail_deliveries'];
const countAll = () => Promise.all(tables.map(count));

const lastWeek = new Date(Date.now() - 7 * 24 * 3_600_000);

it('removes only expired rows', async () => {
  await api.accounts.signIn(mentor, visitorWith());
  await api.accounts.requestMail({ purpose: 'magic-link', email: mentor.email }, visitorWith());
  await expect.poll(() => count('account_token')).toBe(1);

  const before = await countAll();
  expect(before.every((rows) => rows > 0)).toBe(true);
  await sweepAccounts(api.db, lastWeek);
  expect(await countAll()).toEqual(before);

  await api.query(`update account_event set at = at - interval '8 days' where kind = 'signed-in'`);
  await api.query(`update session set expires_at = now() - interval '1 second'`);
  await api.query(`update account_token set expires_at = now() - interval '1 second'`);
  await api.query(`update mail_deliveries set created_at = now() - interval '31 days'`);
  await sweepAccounts(api.db, lastWeek);
  expect(await countAll()).toEqual([(before[0] ?? 0) - 1, 0, 0, 0]);
});
