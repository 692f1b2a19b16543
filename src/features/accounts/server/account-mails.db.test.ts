import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  accountMailPrefix,
  findDelivery,
  queueDelivery,
} from '#features/mail/server/queries/mail-deliveries.ts';
import type { MailJob } from '#platform/jobs/send-mail.ts';
import { mentor } from '#tests/support/accounts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { readMailbox } from '#tests/support/mail-reader.ts';
import { query } from '#tests/support/site-state.ts';
import { insertToken } from './queries/account-tokens.ts';

const named = 'helper@timevsprice.test';

let database: TestDatabase;
let api: TestApi;
let mail: string;

/** No queue runs here; the tests call the jobs themselves. */
beforeEach(async () => {
  database = await createTestDatabase();
  api = await startApi({ connectionString: database.connectionString, admin: mentor });
  await api.accounts.prepareFirstAdmin();
  mail = `${accountMailPrefix}${randomUUID()}:test`;
});
afterEach(async () => {
  await api.stop();
  await database.drop();
});

const queue = (recipient: string) =>
  queueDelivery(api.db, { key: mail, recipient, subject: 'A mail' });
const run = (payload: MailJob) => api.services.jobHandlers.sendMail(payload);
const readStatus = async () => (await findDelivery(api.db, mail))?.status;
const countMails = async () => (await readMailbox(api.directories.mailbox)).length;
const countTokens = async () =>
  (await query(database.connectionString, 'select from account_token')).length;

const link = () => ({
  kind: 'account-mail' as const,
  purpose: 'magic-link' as const,
  email: mentor.email,
  mail,
});

it.each([
  [59, 'sent', 1],
  [61, 'cancelled', 0],
])('an email that was requested %d minutes ago is %s', async (minutes, status, count) => {
  await queue(mentor.email);
  await query(
    database.connectionString,
    'update mail_deliveries set created_at = now() - make_interval(mins => $1)',
    [minutes],
  );
  await run(link());
  expect([await readStatus(), await countMails(), await countTokens()]).toEqual([
    status,
    count,
    count,
  ]);
});

it('creates no second token for an email that was sent before', async () => {
  await queue(mentor.email);
  await api.journal.markMailed(mail);
  await run(link());
  expect([await readStatus(), await countMails(), await countTokens()]).toEqual(['sent', 0, 0]);
});

it('sends a sign-up link that works', async () => {
  const stored = { purpose: 'sign-up', email: named, tokenHash: 'unknown' } as const;
  const expiresAt = new Date(Date.now() + 60_000);
  const tokenId = await insertToken(api.db, { ...stored, expiresAt, userId: null });
  const payload = { ...link(), purpose: 'sign-up' as const, email: named, tokenId };
  await queue(named);
  await run(payload);
  expect([await readStatus(), await countTokens()]).toEqual(['sent', 1]);
  const [sent] = await readMailbox(api.directories.mailbox);
  const token = /token=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? '';
  expect(await api.accounts.isLinkGood('sign-up', token)).toBe(true);
});

it('sends no link for a sign-up that was removed', async () => {
  await queue(named);
  await run({ ...link(), purpose: 'sign-up', email: named, tokenId: randomUUID() });
  expect([await readStatus(), await countMails(), await countTokens()]).toEqual([
    'cancelled',
    0,
    0,
  ]);
});

it('sends no notice of an entry that was removed', async () => {
  await queue(mentor.email);
  await run({ kind: 'account-notice', eventId: randomUUID(), mail });
  expect([await readStatus(), await countMails()]).toEqual(['cancelled', 0]);
});
