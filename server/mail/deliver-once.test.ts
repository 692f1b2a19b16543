import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import type { Mail } from './mail.ts';
import { createDeliverOnce } from './mailer.ts';

const mail = (key: string): Mail => ({
  key,
  to: 'mentor@timevsprice.test',
  replyTo: { name: 'Jane', address: 'jane@example.com' },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
});

function setUp() {
  const marks = new Set<string>();
  const journal = {
    isMailed: (key: string) => marks.has(key),
    markMailed: vi.fn(async (key: string) => {
      marks.add(key);
    }),
  };
  const mailer = { send: vi.fn(async (_: Mail) => {}), close: async () => {} };
  const deliverOnce = createDeliverOnce({ mailer, journal, log: pino({ level: 'silent' }) });
  return { journal, mailer, deliverOnce, marks };
}

it('sends what was not sent, and notes it', async () => {
  const { deliverOnce, mailer, marks } = setUp();
  expect(await deliverOnce(mail('a'))).toBe('sent');
  expect(await deliverOnce(mail('a'))).toBe('sent-before');
  expect(mailer.send).toHaveBeenCalledTimes(1);
  expect([...marks]).toEqual(['a']);
});

it('sends nothing that an earlier process noted', async () => {
  const { deliverOnce, mailer, marks } = setUp();
  marks.add('a');
  expect(await deliverOnce(mail('a'))).toBe('sent-before');
  expect(mailer.send).not.toHaveBeenCalled();
});

it('lets a second one wait for what becomes of the first', async () => {
  const { deliverOnce, mailer } = setUp();
  const answer = Promise.withResolvers<void>();
  mailer.send.mockReturnValueOnce(answer.promise);
  const both = [deliverOnce(mail('a')), deliverOnce(mail('a'))];
  const other = deliverOnce(mail('b'));
  // Another key does not wait.
  expect(await other).toBe('sent');
  answer.resolve();
  expect(await Promise.all(both)).toEqual(['sent', 'sent-before']);
});

it('tries again after a failure', async () => {
  const { deliverOnce, mailer, marks } = setUp();
  mailer.send.mockRejectedValueOnce(new Error('451'));
  const [first, second] = await Promise.allSettled([
    deliverOnce(mail('a')),
    deliverOnce(mail('a')),
  ]);
  expect(first.status).toBe('rejected');
  expect(second).toEqual({ status: 'fulfilled', value: 'sent' });
  expect(marks.has('a')).toBe(true);
});

it('counts a mail as sent even if that cannot be noted', async () => {
  const { deliverOnce, journal } = setUp();
  journal.markMailed.mockRejectedValueOnce(new Error('ENOSPC'));
  expect(await deliverOnce(mail('a'))).toBe('sent');
});
