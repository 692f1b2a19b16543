import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mentorAddress, startApi, type TestApi } from '#tests/support/api.ts';
import {
  openingMorning,
  sessionBody,
  sessionNotice,
  tuesdaySlot,
} from '#tests/support/booking-bodies.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { readInvitation } from '#tests/support/invitations.ts';
import { type SeverableDatabase, severDatabase } from '#tests/support/severable-database.ts';
import { type SmtpReceiver, startSmtpReceiver } from '#tests/support/smtp-receiver.ts';

let database: TestDatabase;
/** A connection to the database that stays open while the site's is cut. */
let direct: pg.Pool;
let passage: SeverableDatabase;
let receiver: SmtpReceiver;
let api: TestApi;
let now: Date;

beforeEach(async () => {
  now = openingMorning;
  database = await createTestDatabase();
  direct = new pg.Pool({ connectionString: database.connectionString });
  passage = await severDatabase(database.connectionString);
  receiver = await startSmtpReceiver();
  api = await startApi({
    connectionString: passage.connectionString,
    smtpUrl: receiver.url,
    now: () => now,
  });
  await api.startJobs();
});
afterEach(async () => {
  await passage.restore();
  await api.stop();
  await passage.close();
  await direct.end();
  await receiver.close();
  await database.drop();
});

const mailsTo = (address: string) =>
  receiver.received.filter(({ envelope }) => envelope.to.includes(address));
const storedNames = async () =>
  (await direct.query('select name from bookings order by name')).rows.map(({ name }) => name);
const untilSettled = async () => {
  await expect.poll(() => api.journal.listPending().length).toBe(0);
  await expect
    .poll(async () => {
      const { rows } = await direct.query(
        `select count(*)::int as n from mail_deliveries where status = 'queued'`,
      );
      return rows[0].n;
    })
    .toBe(0);
};

/** Waits for the second mail that is attempted after the latest outage began. */
async function untilConflictIsOffered(): Promise<void> {
  let misses = -1;
  let offeredBefore = 0;
  const offeredSince = () => {
    const missesNow = api.logged().split('Not in the database yet').length;
    if (missesNow !== misses) offeredBefore = receiver.offered();
    misses = missesNow;
    return receiver.offered() - offeredBefore;
  };
  await expect.poll(offeredSince).toBeGreaterThan(1);
}

it('without the database, a booking reaches the mentor immediately, and the calendar and the visitor later', async () => {
  await passage.cut();
  const body = sessionBody();
  expect((await api.post('/api/bookings', body)).status).toBe(503);
  const fallback = await api.post('/contact.php', sessionNotice(body));
  expect(await fallback.json()).toEqual({ ok: true });
  await expect.poll(() => mailsTo(mentorAddress).length).toBe(1);
  expect(mailsTo(mentorAddress)[0]?.mail.text).toContain('the website’s database was down');

  const restoredAt = new Date();
  await passage.restore();
  await untilSettled();
  expect(await storedNames()).toEqual(['Jane Doe']);
  // The row keeps the time of submission.
  const [stored] = (await direct.query('select created_at from bookings')).rows;
  expect(stored.created_at.getTime()).toBeLessThan(restoredAt.getTime());
  expect(mailsTo(mentorAddress)).toHaveLength(1);
  const [confirmation, ...more] = mailsTo('jane@example.com');
  expect(more).toEqual([]);
  expect(confirmation && readInvitation(confirmation)).toMatchObject({
    method: 'REQUEST',
    start: tuesdaySlot,
  });
  // The page tries again, as a visitor would, and it is the same booking.
  expect((await api.post('/api/bookings', body)).status).toBe(201);
  expect(await storedNames()).toEqual(['Jane Doe']);
});

it.each([true, false])(
  'tells the mentor about a fallback booking whose slot was taken (mailed before: %s)',
  async (isMailedBefore) => {
    receiver.behave(isMailedBefore ? 'accept' : 'refuse');
    await passage.cut();
    const late = sessionBody({ name: 'Late Visitor', email: 'late@example.com' });
    await api.post('/contact.php', sessionNotice(late));
    if (isMailedBefore) await expect.poll(() => receiver.received.length).toBe(1);
    else await expect.poll(receiver.offered).toBeGreaterThan(0);
    await direct.query(
      `insert into bookings (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes)
       values ('First Visitor', 'first@example.com', 'Intro Call', $1, 'Zoom', 'Beginner', '')`,
      [tuesdaySlot],
    );
    await passage.restore();
    // Until the database is available again, the only mail is the notice about the booking.
    if (!isMailedBefore) await untilConflictIsOffered();
    receiver.behave('accept');
    await untilSettled();
    expect(await storedNames()).toEqual(['First Visitor']);
    const [conflict, ...more] = mailsTo(mentorAddress).filter(({ mail }) =>
      mail.subject?.startsWith('Time already taken'),
    );
    expect(more).toEqual([]);
    expect(conflict?.mail.subject).toContain('Time already taken: Late Visitor, ');
    expect(conflict?.mail.text).toContain('It is NOT in your calendar');
    expect(conflict && readInvitation(conflict)).toMatchObject({ method: 'CANCEL', sequence: 1 });
    expect(mailsTo('late@example.com')).toEqual([]);

    // A repeat with the same content is recognised, whichever endpoint it uses.
    expect((await api.post('/contact.php', sessionNotice(late))).status).toBe(200);
    expect(api.journal.listPending()).toEqual([]);
    expect(mailsTo(mentorAddress)).toHaveLength(isMailedBefore ? 2 : 1);
  },
);

it('refuses a fallback booking for a taken or unavailable slot', async () => {
  await api.post('/api/bookings', sessionBody());
  const taken = await api.post('/contact.php', sessionNotice(sessionBody()));
  expect(taken.status).toBe(409);
  expect(await taken.json()).toEqual({
    ok: false,
    message: 'That time has just been booked. Please choose another.',
  });
  const closed = sessionNotice(sessionBody({ booking_date: '2030-01-08T15:00:00Z' }));
  const refused = await api.post('/contact.php', closed);
  expect(refused.status).toBe(422);
  expect(await refused.json()).toEqual({
    ok: false,
    message: 'Choose one of the available times.',
  });
  expect(api.journal.listPending()).toEqual([]);
});

it('stores a fallback booking that waits past its start without a confirmation', async () => {
  await passage.cut();
  await api.post('/contact.php', sessionNotice(sessionBody()));
  await expect.poll(() => mailsTo(mentorAddress).length).toBe(1);
  now = new Date('2030-01-09T00:00:00Z');
  await passage.restore();
  await untilSettled();
  expect(await storedNames()).toEqual(['Jane Doe']);
  expect(receiver.received).toHaveLength(1);
});
