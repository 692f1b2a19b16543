import { afterAll, beforeAll, expect, it } from 'vitest';
import { mentor } from '#tests/support/accounts.ts';
import { type AdminCalls, openAdmin } from '#tests/support/admin-calls.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#tests/support/smtp-receiver.ts';

let database: TestDatabase;
let receiver: SmtpReceiver;
let api: TestApi;
let admin: AdminCalls;

/** A site that others can reach, whose mentor has not said yet where mail reaches them. */
beforeAll(async () => {
  [database, receiver] = await Promise.all([createTestDatabase(), startSmtpReceiver()]);
  api = await startApi({
    connectionString: database.connectionString,
    admin: mentor,
    ...{ siteUrl: 'https://timevsprice.test', mailTo: undefined, smtpUrl: receiver.url },
  });
  await api.startJobs();
  admin = await openAdmin(api);
});
afterAll(async () => {
  await api.stop();
  await Promise.all([database.drop(), receiver.close()]);
});

const read = async (path: string) => (await admin.asMentor('GET', path)).json();

const readUndelivered = async () => {
  const mails: { key: string }[] = await read('/api/failed_mails');
  return mails.filter(({ key }) => key.startsWith('lead:'));
};

it('a notice waits for an email of the mentor’s own, and says so', async () => {
  const body = contactBody({ name: 'Ann Archer' });
  expect((await api.post('/api/leads', body)).status).toBe(201);
  await expect.poll(readUndelivered).toMatchObject([
    {
      recipient: 'mentor@example.com',
      last_error: expect.stringContaining('still a sample'),
      is_resendable: true,
    },
  ]);
  expect(receiver.received).toEqual([]);

  const { value, version } = await read('/api/settings/site');
  const saved = { version, value: { ...value, email: 'me@mine.test' } };
  expect((await admin.asMentor('PUT', '/api/settings/site', saved)).status).toBe(200);
  const [{ key } = { key: '' }] = await readUndelivered();
  await admin.asMentor('POST', `/api/failed_mails/${encodeURIComponent(key)}/resend`);
  await expect
    .poll(() => receiver.received.map(({ envelope }) => envelope.to))
    .toEqual([['me@mine.test']]);
});
