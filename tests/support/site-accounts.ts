import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { hashPassword } from 'better-auth/crypto';
import { readMailbox } from './mail-reader.ts';
import { until } from './site-process.ts';
import { findPrivateDatabase, query } from './site-state.ts';
import { siteDataDirectory } from './site-under-test.ts';

const run = async (text: string, values: unknown[], dataDirectory = siteDataDirectory) =>
  query(await findPrivateDatabase(dataDirectory), text, values);

/** Creates an account for one test, by default on the site under test. */
export async function makeAccount(dataDirectory = siteDataDirectory) {
  const id = randomUUID();
  const email = `${id.slice(0, 8)}@example.com`;
  const password = `a password of ${id}`;
  const hash = await hashPassword(password);
  await run(
    'insert into "user" (id, name, email, email_verified) values ($1, $2, $2, true)',
    [id, email],
    dataDirectory,
  );
  await run(
    `insert into account (user_id, provider_id, account_id, password) values ($1, 'credential', $2, $3)`,
    [id, id, hash],
    dataDirectory,
  );
  return { email, password };
}

/** Starts a session in this page's browser without the form, replacing any other session. */
export async function signInAs(
  page: Page,
  account: { email: string; password: string },
): Promise<void> {
  // Signing in again ends the previous session, which other tests may use.
  await page.context().clearCookies();
  const response = await page.request.post('/api/auth/sign-in/email', { data: account });
  if (!response.ok()) throw new Error(`${account.email} could not sign in: ${response.status()}`);
}

/** Ends every session of an account, as expiry or another device does. */
export const endSessions = (email: string) =>
  run('delete from session using "user" u where u.id = session.user_id and u.email = $1', [email]);

/** Waits for a mail with this subject to an address, and returns its text. */
export function waitForMail(
  email: string,
  subject: RegExp,
  dataDirectory = siteDataDirectory,
): Promise<string> {
  return until(`a mail to ${email}`, async () => {
    const mails = await readMailbox(path.join(dataDirectory, 'mailbox'));
    return mails.find(
      (mail) =>
        mail.to?.some(({ address }) => address === email) && subject.test(mail.subject ?? ''),
    )?.text;
  });
}

/** Returns the link in a mail as a path of the site. */
export function readLink(text: string): string {
  const link = /https?:\/\/\S+token=[\w%-]+/.exec(text)?.[0];
  if (!link) throw new Error(`No link in: ${text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
