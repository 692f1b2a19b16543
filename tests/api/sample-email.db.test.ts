import { expect, it } from 'vitest';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { openTestSite } from '#tests/support/site.ts';

/** A public site whose mentor has not entered an email address yet. */
const { api, admin, receiver } = await openTestSite({
  siteUrl: 'https://timevsprice.test',
  mailTo: undefined,
});

const readUndelivered = async () => {
  const mails: { key: string }[] = await admin.read('/api/failed_mails');
  return mails.filter(({ key }) => key.startsWith('lead:'));
};

it("a notice waits until the mentor's own email address is set, and the log says so", async () => {
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

  const { value, version } = await admin.read('/api/settings/site');
  const saved = { version, value: { ...value, email: 'me@mine.test' } };
  expect((await admin.asMentor('PUT', '/api/settings/site', saved)).status).toBe(200);
  const [{ key } = { key: '' }] = await readUndelivered();
  await admin.asMentor('POST', `/api/failed_mails/${encodeURIComponent(key)}/resend`);
  await expect
    .poll(() => receiver.received.map(({ envelope }) => envelope.to))
    .toEqual([['me@mine.test']]);
});
