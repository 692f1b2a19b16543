import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { createDeliverOnce, type Handover, repeatable, UncertainDelivery } from './deliver-once.ts';
import type { Mail } from './mail.ts';

const mail = (key: string): Mail => ({
  key,
  to: 'mentor@timevsprice.test',
  replyTo: { name: 'Jane', address: 'jane@example.com' },
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
});

/** What a mailer does with a mail, and when it has sent all of it but the end. */
type Send = (mail: Mail, beforeEnd?: () => Promise<void>) => Promise<{ answer: string }>;

function setUp() {
  const marks = new Set<string>();
  const begun = new Set<string>();
  const journal = {
    isMailed: (key: string) => marks.has(key),
    isHandedOver: () => false,
    markMailed: vi.fn(async (key: string) => {
      marks.add(key);
    }),
  };
  const mailer = {
    send: vi.fn<Send>(async (_, beforeEnd) => {
      await beforeEnd?.();
      return { answer: 'taken' };
    }),
  };
  const handoverOf = (key: string): Handover => ({
    isBegun: () => begun.has(key),
    begin: async () => void begun.add(key),
    end: async () => void begun.delete(key),
  });
  const deliver = createDeliverOnce({ mailer, journal, log: pino({ level: 'silent' }) });
  const deliverOnce = (one: Mail, handover = handoverOf(one.key)) => deliver(one, handover);
  return { journal, mailer, deliverOnce, marks, begun };
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
  const answer = Promise.withResolvers<{ answer: string }>();
  mailer.send.mockReturnValueOnce(answer.promise);
  const both = [deliverOnce(mail('a')), deliverOnce(mail('a'))];
  const other = deliverOnce(mail('b'));
  // Another key does not wait.
  expect(await other).toBe('sent');
  answer.resolve({ answer: 'taken' });
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

/** Fails when it has sent all of a mail. */
const failAtTheEnd =
  (error: Error): Send =>
  async (_, beforeEnd) => {
    await beforeEnd?.();
    throw error;
  };
const refusal = Object.assign(new Error('451'), { responseCode: 451 });

it('does not try again what the mail server had and has not answered for', async () => {
  const { deliverOnce, mailer, begun } = setUp();
  mailer.send.mockImplementationOnce(failAtTheEnd(new Error('The line is broken')));
  await expect(deliverOnce(mail('a'))).rejects.toThrow(UncertainDelivery);
  await expect(deliverOnce(mail('a'))).rejects.toThrow(UncertainDelivery);
  expect(mailer.send).toHaveBeenCalledTimes(1);
  begun.clear();
  expect(await deliverOnce(mail('a'))).toBe('sent');
});

it('tries again what the mail server has refused in the end', async () => {
  const { deliverOnce, mailer } = setUp();
  mailer.send.mockImplementationOnce(failAtTheEnd(refusal));
  await expect(deliverOnce(mail('a'))).rejects.toThrow('451');
  expect(await deliverOnce(mail('a'))).toBe('sent');
});

it('sends nothing whose handing over cannot be noted', async () => {
  const { deliverOnce, mailer, begun } = setUp();
  const handover: Handover = {
    isBegun: () => begun.has('a'),
    async begin() {
      begun.add('a');
      throw new Error('The database has not answered');
    },
    end: async () => void begun.delete('a'),
  };
  await expect(deliverOnce(mail('a'), handover)).rejects.toThrow('has not answered');
  expect(mailer.send).toHaveBeenCalledTimes(1);
  expect(await deliverOnce(mail('a'))).toBe('sent');
});

it('tries again, whatever became of it, what stands nowhere else', async () => {
  const { deliverOnce, mailer } = setUp();
  mailer.send.mockImplementationOnce(failAtTheEnd(new Error('The line is broken')));
  await expect(deliverOnce(mail('a'), repeatable)).rejects.toThrow('The line is broken');
  expect(await deliverOnce(mail('a'), repeatable)).toBe('sent');
});
