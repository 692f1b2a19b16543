import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookingSubmission } from '#features/booking/rules/booking.ts';
import { mentorBooking } from '#features/booking/rules/mentor-booking.ts';
import { AppError } from '#platform/errors/errors.ts';
import { mentor, visitorWith } from '#tests/support/accounts.ts';
import { openAdmin } from '#tests/support/admin-calls.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { openingMorning, sessionBody, tuesdaySlots } from '#tests/support/booking-bodies.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { sellLongSessions } from '#tests/support/session-types.ts';

const visitor = visitorWith();
let database: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  database = await createTestDatabase();
  const { connectionString } = database;
  api = await startApi({ connectionString, admin: mentor, now: () => openingMorning });
  // The test inspects queued jobs and does not run them.
  await api.jobs.start({
    sendMail: async () => {},
    giveUpMail: async () => {},
    verifyPayment: async () => {},
    releaseHold: async () => {},
    keepOrders: async () => {},
    sweepAccounts: async () => {},
    sweepUploads: async () => {},
    sweepTrash: async () => {},
    keepRetention: async () => {},
    readBusyCalendars: async () => {},
    convertFilms: async () => {},
    makeBackup: async () => {},
  });
  await sellLongSessions(await openAdmin(api));
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** In minutes. */
const lengths: Record<string, number> = {
  'Intro Call': 15,
  '1-on-1 Session': 60,
  'Chart review': 90,
};
const slots = tuesdaySlots.slice(0, 3).map((slot) => new Date(slot));
const slotAt = (index: number) => slots[index] ?? new Date(0);

const type = fc.constantFrom(...Object.keys(lengths));
const step = fc.record({
  kind: fc.constantFrom(
    'book',
    'book',
    'move',
    'move',
    'cancel',
    'delete',
    'restore',
    'restore',
    'book as mentor',
    'move as mentor',
    'move between',
    'cancel as mentor',
  ),
  visitor: fc.nat({ max: 3 }),
  slot: fc.nat({ max: slots.length - 1 }),
  type,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const toBody = (id: string, slot: Date, session_type = '1-on-1 Session') =>
  sessionBody({ id, session_type, booking_date: slot.toISOString() });

const book = (id: string, slot: Date, type?: string) =>
  api.services.bookSession(bookingSubmission.parse(toBody(id, slot, type)), visitor);

const halfAnHourMs = 30 * minuteMs;

/** Books, moves or cancels: as a visitor, or as the mentor who has just read the booking. */
async function takeAsMentor({ kind, slot, type }: Step, id: string): Promise<void> {
  const startsAt = new Date(+slotAt(slot) + (kind === 'move between' ? halfAnHourMs : 0));
  if (kind === 'book as mentor')
    return api.services.bookByMentor(mentorBooking.parse(toBody(id, startsAt, type)));
  const { version } = await api.services.getBooking({ id });
  const request = { id, version, message: 'Sorry' };
  if (kind === 'cancel as mentor') await api.services.cancelByMentor(request);
  else await api.services.moveByMentor({ ...request, startsAt });
}

/** Runs one step. A refusal is a valid outcome; any other error fails the test. */
async function take(step: Step, id: string): Promise<void> {
  const { kind, slot, type } = step;
  try {
    if (/mentor|between/.test(kind)) await takeAsMentor(step, id);
    if (kind === 'book') await book(id, slotAt(slot), type);
    if (kind === 'move') await api.services.moveBooking({ id, startsAt: slotAt(slot) }, visitor);
    if (kind === 'cancel') await api.services.cancelBooking({ id }, visitor);
    if (kind === 'delete') await api.services.deleteBooking({ id });
    if (kind === 'restore') await api.services.trash.restoreEntry({ kind: 'bookings', id });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
  }
}

async function reset(): Promise<void> {
  await api.pool.query('delete from bookings');
  await api.pool.query('delete from mail_deliveries');
  // Jobs that are due and not done yet count as running.
  await api.pool.query(
    `delete from pgboss.job where state = 'completed' or data ->> 'kind' = 'booking-reminder'`,
  );
}

async function query<Row>(text: string): Promise<Row[]> {
  return (await api.pool.query(text)).rows;
}

/** Checks what must hold at any moment, whatever the order of the steps. */
async function expectOrder(): Promise<void> {
  const live = await query<{ id: string; at: Date; type: string }>(
    `select id, booking_date as at, session_type as type from bookings
     where cancelled_at is null and deleted_at is null order by booking_date`,
  );
  const taken = live.map(({ at, type }) => ({
    from: at.getTime(),
    to: at.getTime() + (lengths[type] ?? 0) * minuteMs,
  }));
  const early = taken.filter(({ from }, index) => from < (taken[index - 1]?.to ?? 0));
  expect(early, 'no overlapping sessions').toEqual([]);

  const from = slotAt(0);
  const to = new Date(slotAt(slots.length - 1).getTime() + 1);
  for (const [sessionType, minutes] of Object.entries(lengths)) {
    const free = (await api.services.listFreeSlots({ from, to, sessionType })).map(Number);
    // Every session takes at least an hour, because slots are an hour long.
    const length = Math.max(hourMs, minutes * minuteMs);
    const isTaken = (slot: number) =>
      taken.some((other) => other.from < slot + length && slot < other.to);
    const left = slots.map(Number).filter((slot) => !isTaken(slot));
    expect(free, `free for ${sessionType}`).toEqual(left);
  }

  const reminders = await query<{ id: string; at: string }>(
    `select data ->> 'bookingId' as id, data ->> 'startsAt' as at from pgboss.job
     where data ->> 'kind' = 'booking-reminder' and state = 'created'`,
  );
  const expected = live.flatMap(({ id, at }) => Array(2).fill(`${id} ${at.toISOString()}`));
  expect(
    reminders.map(({ id, at }) => `${id} ${at}`).sort(),
    'two reminders for each session',
  ).toEqual(expected.sort());
}

it('random interleavings of visitors and the mentor never double-book', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), type, async (steps, first) => {
        const ids = Array.from({ length: 4 }, () => randomUUID());
        await Promise.all([book(ids[0] ?? '', slotAt(0), first), book(ids[1] ?? '', slotAt(2))]);
        await Promise.all(steps.map((one) => take(one, ids[one.visitor] ?? '')));
        await expectOrder();
      })
      .beforeEach(reset),
    { numRuns: 40, endOnFailure: true },
  );
});

it.each([
  ['Chart review', '1-on-1 Session'],
  ['1-on-1 Session', 'Chart review'],
])(
  'allows one of two sessions at adjacent slots, %s and %s, if they overlap',
  async (first, second) => {
    for (let round = 0; round < 8; round += 1) {
      await reset();
      const outcomes = await Promise.allSettled([
        book(randomUUID(), slotAt(0), first),
        book(randomUUID(), slotAt(1), second),
      ]);
      const refusals = outcomes.filter(({ status }) => status === 'rejected');
      const taken = expect.objectContaining({ code: 'slot-taken' });
      expect(refusals).toEqual(
        first === 'Chart review' ? [expect.objectContaining({ reason: taken })] : [],
      );
      await expectOrder();
    }
  },
);

it('refuses both of two concurrent moves that swap their slots', async () => {
  await reset();
  const ids = [randomUUID(), randomUUID()] as const;
  await Promise.all(ids.map((id, index) => book(id, slotAt(index))));
  for (let round = 0; round < 8; round += 1) {
    const moves = await Promise.allSettled(
      ids.map((id, index) =>
        api.services.moveBooking({ id, startsAt: slotAt(1 - index) }, visitor),
      ),
    );
    expect(moves).toEqual(
      Array(2).fill({
        status: 'rejected',
        reason: expect.objectContaining({ code: 'slot-taken' }),
      }),
    );
  }
});

it('performs either a concurrent cancellation or a move, and refuses the other', async () => {
  for (let round = 0; round < 8; round += 1) {
    await reset();
    const id = randomUUID();
    await book(id, slotAt(0));
    const [cancelled, moved] = await Promise.allSettled([
      api.services.cancelByMentor({ id, version: 1, message: 'Sorry' }),
      api.services.moveBooking({ id, startsAt: slotAt(1) }, visitor),
    ]);
    const codes = [cancelled, moved].map((one) =>
      one?.status === 'rejected' ? one.reason.code : 'done',
    );
    expect([
      ['done', 'booking-closed'],
      ['edited-elsewhere', 'done'],
    ]).toContainEqual(codes);
    const { cancelledAt, booking_date } = await api.services.getBooking({ id });
    expect([cancelledAt === null, +booking_date]).toEqual(
      codes[0] === 'done' ? [false, +slotAt(0)] : [true, +slotAt(1)],
    );
    await expectOrder();
  }
});
