import { expect, it } from 'vitest';
import { mentorAddress } from '#tests/support/api.ts';
import {
  openingMorning,
  sessionBody,
  sessionNotice,
  visitorAddress,
} from '#tests/support/booking-bodies.ts';
import { sellSessionsToConfirm } from '#tests/support/confirmed-sessions.ts';
import { readInvitation } from '#tests/support/invitations.ts';
import { setUpOutage } from '#tests/support/outage.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';

offerSampleBank();
sellSessionsToConfirm();
const outage = setUpOutage();

const mailsTo = (address: string) =>
  outage.receiver.received.filter(({ envelope }) => envelope.to.includes(address));
const rowsOf = async (text: string) => (await outage.db.$client.query(text)).rows;

it('a session that is paid to confirm is held, although its mentor was emailed during the outage', async () => {
  const api = await outage.start({ now: () => openingMorning });
  await outage.passage.cut();
  expect((await api.post('/contact.php', sessionNotice(sessionBody()))).status).toBe(200);
  await expect.poll(() => mailsTo(mentorAddress).length).toBe(1);
  const [notice] = mailsTo(mentorAddress);
  expect(notice?.mail.text).toContain('we hold the session and ask the client to pay');
  expect(notice?.mail.attachments).toEqual([]);

  await outage.passage.restore();
  await expect.poll(() => api.journal.listPending()).toEqual([]);
  await expect.poll(() => mailsTo(visitorAddress).length).toBe(1);
  const [asked] = mailsTo(visitorAddress);
  expect(asked?.mail.subject).toMatch(/^Pay to confirm: /);
  expect(asked?.mail.text).toContain('/pay/');
  const [booking] = await rowsOf('select held_until from bookings');
  expect(+booking.held_until).toBeGreaterThan(+openingMorning);
  const [order, ...others] = await rowsOf('select id, state from orders');
  expect(others).toEqual([]);
  expect(order.state).toBe('awaiting');
  // The mentor gets one email about the hold.
  expect(mailsTo(mentorAddress)).toHaveLength(1);

  await api.services.payments.markPaid({ id: order.id, note: null }, mentorAddress);
  await expect.poll(() => mailsTo(mentorAddress).length).toBe(2);
  const [, invitation] = mailsTo(mentorAddress);
  expect(invitation && readInvitation(invitation)).toMatchObject({
    method: 'REQUEST',
    sequence: 0,
  });
  expect(await rowsOf('select held_until from bookings')).toEqual([{ held_until: null }]);
});
