import { afterAll, expect, it } from 'vitest';
import { startAdminApi } from '#tests/support/admin-api.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { startSmtpReceiver } from '#tests/support/smtp-receiver.ts';

/** A site that others can reach, whose mentor has not said yet where mail reaches them. */
const receiver = await startSmtpReceiver();
const { api, admin, close } = await startAdminApi({
  ...{ siteUrl: 'https://timevsprice.test', mailTo: undefined, smtpUrl: receiver.url },
});

afterAll(async () => {
  await close();
  await receiver.close();
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
      last_error: expect.stringContaining('still the sample'),
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
