import { expect, it } from 'vitest';
import { bookingContent } from '#features/booking/rules/booking.ts';
import { conflictKey } from '#features/booking/server/book-session.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { submissionKey } from '#rules/submission-keys.ts';
import { openingMorning, sessionBody } from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage } from '#tests/support/outage.ts';
import { toPayload } from './submission.ts';

const outage = setUpOutage();

it('tries a failing mail server once per round, however many submissions wait', async () => {
  const api = await outage.start();
  await outage.passage.cut();
  outage.receiver.behave('refuse');
  for (let count = 0; count < 3; count += 1) {
    expect((await api.post('/contact.php', contactBody())).status).toBe(200);
  }
  const rounds = () => api.logged().split('The journal was replayed').slice(0, -1);
  const count = (round: string, words: string) => round.split(words).length - 1;
  const ofAll = () => rounds().filter((round) => count(round, 'Not in the database yet') === 3);
  await expect.poll(ofAll).not.toEqual([]);
  for (const round of ofAll()) {
    expect(count(round, 'Not mailed yet')).toBe(1);
    expect(round).toContain('"settled":0,"left":3');
  }
});

it('does not contradict the mentor’s email about a booking when its slot is free again', async () => {
  const api = await outage.start({ now: () => openingMorning });
  const { id, ...rest } = sessionBody();
  const booking = { kind: 'booking' as const, id, content: bookingContent.parse(rest) };
  // Simulates a database failure between sending the email and recording it.
  await api.journal.markMailed(conflictKey(booking));
  await api.journal.receive(submissionKey(booking), toPayload(booking));
  api.services.replayer.wake();
  await expect.poll(() => api.journal.listPending()).toEqual([]);
  expect(await outage.db.$count(bookings)).toBe(0);
  expect(outage.mailCount()).toBe(0);
  expect(await outage.db.select().from(mailDeliveries)).toMatchObject([
    { key: conflictKey(booking), status: 'sent' },
  ]);
});
