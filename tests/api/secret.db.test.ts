import { expect, it } from 'vitest';
import { decrypt } from '#platform/auth/secret.ts';
import { runAccountSite } from '#tests/support/account-site.ts';
import {
  beginSession,
  callWith,
  enrolAuthenticator,
  mentor,
  visitorWith,
} from '#tests/support/accounts.ts';
import { sessionBody } from '#tests/support/booking-bodies.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';

const authSecret = 'an operator has chosen these words, 32 or more';

const api = runAccountSite(() => ({ authSecret }));

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await api.query(`select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`);
  const rows = await Promise.all(
    tables.map(({ name }) => api.query(`select whole::text as text from ${name} as whole`)),
  );
  return rows
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

it('a copy of the database gives no access', async () => {
  await api.startJobs();
  const { secret: key, recoveryCodes, cookie } = await enrolAuthenticator(api);
  const call = callWith(api, cookie);
  const { token: apiToken } = await (await call('POST', '/api/auth/token')).json();
  const { cookie: other } = await beginSession(api, 'aal2');
  for (const purpose of ['magic-link', 'new-password', 'code'] as const) {
    await api.accounts.requestMail({ purpose, email: mentor.email }, visitorWith());
  }
  expect((await api.post('/api/bookings', futureSession())).status).toBe(201);
  const readMails = () => readMailbox(api.directories.mailbox);
  await expect.poll(async () => (await readMails()).length).toBe(6);
  const mailed = (await readMails()).flatMap(({ text = '' }) => [
    ...[...text.matchAll(/token=([\w%-]+)/g)].map(([, token = '']) => token),
    ...[...text.matchAll(/^Code: (\d{4}) (\d{4})$/gm)].map(([, one, two]) => `${one}${two}`),
    ...[...text.matchAll(/\/booking\/([\w-]{43})/g)].map(([, token = '']) => token),
  ]);
  // The mails with a link, a new password, a code, and the booking confirmation to the visitor.
  // Mails to the mentor contain no secret.
  expect(new Set(mailed).size).toBe(4);

  const [{ secret: encrypted }] = await api.query('select secret from factor');
  const [{ private_key: signingKey }] = await api.query('select private_key from jwks');
  const copy = await dump();
  const factorSecret = (await decrypt(authSecret, encrypted)) ?? '';
  const { d } = JSON.parse((await decrypt(authSecret, JSON.parse(signingKey))) ?? '{}');
  const secrets = {
    authSecret,
    key,
    factorSecret,
    d,
    apiToken,
    sessions: [cookie, other].map(readSessionToken),
    recoveryCodes: recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')]),
    mailed,
  };
  for (const [name, values] of Object.entries(secrets)) {
    for (const value of [values].flat()) {
      expect(value.length, name).toBeGreaterThanOrEqual(8);
      expect(copy, name).not.toContain(value);
    }
  }
});

/** Returns the part of the cookie before its signature, which identifies the session. */
const readSessionToken = (cookie: string) =>
  decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? '';

function futureSession() {
  // The next Tuesday evening that is at least two days ahead.
  const start = new Date(Date.now() + 2 * 24 * 3_600_000);
  start.setUTCDate(start.getUTCDate() + ((9 - start.getUTCDay()) % 7));
  start.setUTCHours(16, 0, 0, 0);
  return sessionBody({ booking_date: start.toISOString() });
}
