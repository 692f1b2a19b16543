import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaults } from '#features/settings/server/defaults.ts';
import { mentorAddress } from '#tests/support/api.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { openTestSite } from '#tests/support/site.ts';

const { received } = defaults.texts.mails;
const { notices } = defaults.site;
const { api, takeMails } = await openTestSite({ isLimited: true });

beforeEach(() => {
  received.isSent = true;
});
afterEach(() => {
  received.isSent = false;
  Object.assign(notices, { inquiry: true, message: true });
});

async function send(changes: Record<string, unknown> = {}) {
  const body = contactBody(changes);
  expect((await api.post('/api/leads', body)).status).toBe(201);
  return body;
}

describe('the automatic answer', () => {
  it('the automatic answer is sent once, no matter how often and by which endpoint the message arrives', async () => {
    const body = await send();
    await api.post('/api/leads', body);
    await api.post('/contact.php', body);
    const mails = await takeMails();
    expect(mails.all).toHaveLength(2);
    expect(mails.to(mentorAddress)).toHaveLength(1);
    const [answer] = mails.to('jane@example.com');
    expect(answer?.mail.subject).toBe('We received your message');
    expect(answer?.raw).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    expect(answer?.mail.text).toContain('Hello Jane Doe, thank you for writing to Time vs Price.');
    expect(answer?.mail.text).toContain('automatic reply');
  });

  it('repeats nothing that a stranger wrote, and leaves out a name that advertises something', async () => {
    await send({ name: 'Win at evil.example', message: 'Buy pills at https://evil.example now' });
    const [answer] = (await takeMails()).to('jane@example.com');
    expect(answer?.mail.text).toContain('Hello, thank you');
    expect(`${answer?.mail.text}${answer?.mail.html}`).not.toMatch(/evil|pills/);
  });

  it('the automatic answer is sent to one mailbox at most twice a day, however its address is spelled', async () => {
    for (const email of ['ann@example.com', 'Ann@example.com', 'ann+a@example.com'])
      await send({ email });
    const { all, to } = await takeMails();
    expect(to(mentorAddress)).toHaveLength(3);
    expect(all).toHaveLength(5);
  });

  it.each([
    'no-reply@shop.example',
    'MAILER-DAEMON@shop.example',
    'bounces+1@shop.example',
    mentorAddress,
    'no-reply@timevsprice.test',
  ])('the automatic answer is never sent to %s', async (email) => {
    await send({ email });
    const { all, to } = await takeMails();
    expect(all).toHaveLength(1);
    expect(to(mentorAddress)).toHaveLength(1);
  });

  it('the automatic answer is not sent when it is switched off', async () => {
    received.isSent = false;
    await send();
    expect((await takeMails()).all).toHaveLength(1);
  });

  it('the automatic answer is sent even if the mentor has turned off the notice', async () => {
    notices.message = false;
    await send();
    const inquiry = { source: 'Course Purchase Inquiry', message: null, email: 'ben@example.com' };
    await send(inquiry);
    const mails = await takeMails();
    expect(mails.to(mentorAddress).map(({ mail }) => mail.subject)).toEqual([
      expect.stringMatching(/^Course Purchase Inquiry: Jane Doe, \w+, \d+ \w+ \d{4}, \d\d:\d\d$/),
    ]);
    expect(mails.to('jane@example.com')).toHaveLength(1);
    expect(mails.to('ben@example.com')).toHaveLength(1);
  });
});
