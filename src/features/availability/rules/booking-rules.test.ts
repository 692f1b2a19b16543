import { describe, expect, it } from 'vitest';
import { shapeOf } from '#rules/session-shape.ts';
import {
  bookingState,
  findFault,
  findGraceEnd,
  findSlotFault,
  isReminderWorthwhile,
  remindersOf,
  typeNotOffered,
} from './booking-rules.ts';

const anyWindow = { leastNoticeHours: null, bookableDays: null };

const terms = {
  opening: {
    timeZone: 'Africa/Johannesburg',
    hours: { 1: [22, 23], 2: [18], 3: [18], 4: [18], 5: [18], 6: [8], 7: [8] },
  },
  sessionTypes: [
    { title: 'Intro Call', ...shapeOf(undefined, 15), ...anyWindow },
    { title: 'Review', ...shapeOf(undefined, 90), ...anyWindow },
    {
      title: 'Quick Call',
      minutes: 15,
      gridMinutes: 15,
      gapMinutes: 5,
      leastNoticeHours: 2,
      bookableDays: 1,
    },
  ],
  bookableDays: 365,
  leastNoticeHours: 0,
};
const now = new Date('2026-11-24T15:59:59Z');
const tuesdayEvening = new Date('2026-11-24T16:00:00Z');

const fault = (slot: Date, at = now, sessionType = 'Intro Call') =>
  findFault({ startsAt: slot, sessionType }, terms, at);

describe('a session may be booked', () => {
  it('a session may be booked at a future opening hour, for a known type', () => {
    expect(fault(tuesdayEvening)).toBeUndefined();
    expect(fault(new Date('2026-11-24T15:00:00Z'))?.field).toBe('booking_date');
    expect(fault(tuesdayEvening, now, 'Free lunch')).toEqual({
      field: 'session_type',
      message: typeNotOffered,
    });
  });

  it('a session may be booked at no other hour, not in the past, and not too far ahead', () => {
    const message = (slot: Date, at = now) => fault(slot, at)?.message;
    expect(message(new Date('2026-11-24T15:00:00Z'))).toMatch(/available times/);
    expect(message(new Date('2026-11-24T16:30:00Z'))).toMatch(/available times/);
    expect(message(tuesdayEvening, tuesdayEvening)).toMatch(/has passed/);
    expect(message(new Date('2027-11-24T16:00:00Z'))).toMatch(/within the next 365 days/);
    expect(message(new Date('2027-11-23T16:00:00Z'))).toBeUndefined();
  });

  it('a session may be booked until midnight of the last day in the mentor’s time zone', () => {
    const session = { startsAt: new Date('2026-11-25T22:00:00Z'), ...shapeOf(undefined, 15) };
    const midnight = { ...terms.opening, hours: { ...terms.opening.hours, 4: [0] } };
    const within = (bookableDays: number) =>
      findSlotFault(session, { ...terms, opening: midnight, bookableDays }, now);
    expect(within(1)).toBe('Choose a date within the next 1 day.');
    expect(within(2)).toBeUndefined();
  });

  it('a session may be booked if its whole length fits in the hours', () => {
    const late = new Date('2026-11-23T20:00:00Z');
    const before = new Date('2026-11-23T12:00:00Z');
    expect(fault(late, before, 'Review')).toBeUndefined();
    expect(fault(new Date('2026-11-23T21:00:00Z'), before, 'Intro Call')).toBeUndefined();
    expect(fault(new Date('2026-11-23T21:00:00Z'), before, 'Review')).toEqual({
      field: 'booking_date',
      message:
        'This session takes 90 minutes, which doesn’t fit at that time. Choose another time.',
    });
  });

  it('a session may be booked with the mentor’s minimum notice', () => {
    const terms24 = { ...terms, leastNoticeHours: 24 };
    const session = { startsAt: tuesdayEvening, ...shapeOf(undefined, 15) };
    const at = (text: string) => findSlotFault(session, terms24, new Date(text));
    expect(at('2026-11-23T16:00:00Z')).toBeUndefined();
    expect(at('2026-11-23T16:00:01Z')).toMatch(/at least 24 hours from now/);
  });

  it('a session follows the rules of its type, if the type has rules', () => {
    const message = (slot: string, at: string) =>
      fault(new Date(slot), new Date(at), 'Quick Call')?.message;
    expect(message('2026-11-24T16:15:00Z', '2026-11-24T14:15:00Z')).toBeUndefined();
    expect(message('2026-11-24T16:45:00Z', '2026-11-24T14:15:00Z')).toBeUndefined();
    expect(message('2026-11-24T16:10:00Z', '2026-11-24T14:00:00Z')).toMatch(/available times/);
    expect(message('2026-11-24T16:15:00Z', '2026-11-24T14:15:01Z')).toMatch(/2 hours from now/);
    expect(message('2026-11-25T16:15:00Z', '2026-11-24T14:15:00Z')).toMatch(
      /within the next 1 day/,
    );
  });
});

describe('a booking', () => {
  const state = (
    at: string,
    facts: {
      createdAt?: Date;
      sessionMinutes?: null;
      cancelledAt?: Date;
      heldUntil?: Date;
    } = {},
    cutOffHours = 12,
  ) =>
    bookingState(
      {
        startsAt: tuesdayEvening,
        createdAt: new Date(0),
        sessionMinutes: 90,
        cancelledAt: null,
        heldUntil: null,
        ...facts,
      },
      { now: new Date(at), cutOffHours },
    );

  it('a booking can be changed up to the cut-off', () => {
    expect(state('2026-11-24T03:59:59Z')).toBe('changeable');
    expect(state('2026-11-24T04:00:00Z')).toBe('locked');
    expect(state('2026-11-24T16:00:00Z')).toBe('running');
    expect(state('2026-11-24T17:29:59.999Z')).toBe('running');
    expect(state('2026-11-24T17:30:00Z')).toBe('past');
    // Rows of the version before have no length.
    expect(state('2026-11-24T17:00:00Z', { sessionMinutes: null })).toBe('past');
    expect(state('2026-11-23T00:00:00Z', { cancelledAt: new Date(0) })).toBe('cancelled');
  });

  it('a booking that was booked past the cut-off can be changed for fifteen minutes, until it starts', () => {
    const late = { createdAt: new Date('2026-11-24T13:02:37.265Z') };
    expect(state('2026-11-24T13:17:37.264Z', late)).toBe('changeable');
    expect(state('2026-11-24T13:17:37.265Z', late)).toBe('locked');
    // Just before the cut-off, the fifteen minutes end after it.
    const close = { createdAt: new Date('2026-11-24T03:59:37.265Z') };
    expect(state('2026-11-24T04:14:37.264Z', close)).toBe('changeable');
    expect(state('2026-11-24T04:14:37.265Z', close)).toBe('locked');
    const last = { createdAt: new Date('2026-11-24T15:52:37.265Z') };
    expect(state('2026-11-24T15:59:59.999Z', last)).toBe('changeable');
    expect(state('2026-11-24T16:00:00Z', last)).toBe('running');
    expect(findGraceEnd({ startsAt: tuesdayEvening, ...last }, 12)).toEqual(tuesdayEvening);
    expect(findGraceEnd({ startsAt: tuesdayEvening, ...last }, 0)).toBeUndefined();
    expect(state('2026-11-24T15:59:59.999Z', {}, 0)).toBe('changeable');
  });

  it('a booking that is held can’t be changed, and is released when it is not paid in time', () => {
    const heldUntil = new Date('2026-11-24T03:00:37.265Z');
    expect(state('2026-11-24T03:00:37.264Z', { heldUntil })).toBe('held');
    expect(state('2026-11-24T03:00:37.265Z', { heldUntil })).toBe('released');
    expect(state('2026-11-24T16:00:00Z', { heldUntil: tuesdayEvening })).toBe('released');
    const now = '2026-11-24T03:30:00Z';
    expect(state(now, { heldUntil, cancelledAt: heldUntil })).toBe('released');
    expect(state(now, { heldUntil, cancelledAt: new Date(+heldUntil - 1) })).toBe('cancelled');
  });
});

describe('reminders', () => {
  const minutes = [1_440, 60];

  it('reminders are those in the future', () => {
    const at = (text: string) =>
      remindersOf(tuesdayEvening, minutes, new Date(text)).map(
        ({ minutesBefore }) => minutesBefore,
      );
    expect(at('2026-11-23T15:59:59Z')).toEqual([1_440, 60]);
    expect(at('2026-11-23T16:00:00Z')).toEqual([60]);
    expect(at('2026-11-24T15:00:00Z')).toEqual([]);
    expect(remindersOf(tuesdayEvening, minutes, new Date('2026-11-01T00:00:00Z'))[0]?.at).toEqual(
      new Date('2026-11-23T16:00:00Z'),
    );
  });

  it('reminders are skipped if the next one is due or the session has started', () => {
    const isWorthwhile = (minutesBefore: number, text: string) =>
      isReminderWorthwhile({ startsAt: tuesdayEvening, minutesBefore }, minutes, new Date(text));
    expect(isWorthwhile(1_440, '2026-11-24T14:59:59Z')).toBe(true);
    expect(isWorthwhile(1_440, '2026-11-24T15:00:00Z')).toBe(false);
    expect(isWorthwhile(60, '2026-11-24T15:59:59Z')).toBe(true);
    expect(isWorthwhile(60, '2026-11-24T16:00:00Z')).toBe(false);
  });
});
