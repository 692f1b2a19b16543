import { describe, expect, it } from 'vitest';
import {
  bookingForm,
  bookingNotice,
  bookingSubmission,
  composeNotes,
  fromNotice,
  toBookingNotice,
  toBookingRecord,
} from './booking.ts';

const filledIn = {
  name: ' Zoë O’Neil ',
  email: 'zoe@example.com',
  session_type: 'Intro Call',
  meeting_type: 'Zoom',
  trading_knowledge: 'Beginner',
  date: '2026-11-24',
  booking_date: '2026-11-24T16:00:00.000Z',
  time_zone: 'Europe/London',
  trading_goals: 'Patience\r\n\r\n and discipline ',
  topics_to_cover: '',
};

describe('notes', () => {
  it.each([
    ['Patience', 'Gold', 'Goals: Patience\nTopics: Gold'],
    ['', '', 'Goals: Not provided\nTopics: Not provided'],
    [' \n ', 'one\ntwo\r\n\nthree', 'Goals: Not provided\nTopics: one two three'],
  ])('put goals %j and topics %j on two lines', (goals, topics, notes) => {
    expect(composeNotes(goals, topics)).toBe(notes);
  });
});

describe('a form', () => {
  it('a form creates the same booking from both bodies, so that one counts as a repeat of the other', () => {
    const form = bookingForm.parse(filledIn);
    const { id: _, ...stored } = bookingSubmission.parse({
      ...toBookingRecord(form),
      id: crypto.randomUUID(),
    });
    const notice = toBookingNotice(form);
    expect(notice.booking_date).toBe('Tuesday, 24 November 2026');
    expect(fromNotice(bookingNotice.parse(notice))).toEqual(stored);
    expect(stored).toMatchObject({
      name: 'Zoë O’Neil',
      notes: 'Goals: Patience and discipline\nTopics: Not provided',
    });
  });

  it.each([
    ['empty', { trading_goals: ' ', topics_to_cover: '' }],
    ['absent', { trading_goals: undefined, topics_to_cover: undefined }],
  ])(
    'a form tells `/contact.php` that goals and topics were not provided if they are %s',
    (_, texts) => {
      expect(toBookingNotice(bookingForm.parse({ ...filledIn, ...texts }))).toMatchObject({
        trading_goals: 'Not provided',
        topics_to_cover: 'Not provided',
      });
    },
  );

  it.each([
    ['Asia/Kathmandu', 'Tuesday, 24 November 2026', 'Asia/Kathmandu', '2026-11-24'],
    ['Pacific/Kiritimati', 'Wednesday, 25 November 2026', 'Pacific/Kiritimati', '2026-11-25'],
    // Without a time zone, the date is in the mentor's calendar.
    ['Mars/Base', 'Wednesday, 25 November 2026', null, '2026-11-25'],
    [undefined, 'Tuesday, 24 November 2026', null, '2026-11-24'],
  ])('a form from the time zone %j has the local date there', (time_zone, date, kept, chosen) => {
    const notice = toBookingNotice(bookingForm.parse({ ...filledIn, time_zone, date: chosen }));
    expect(notice).toMatchObject({ booking_date: date, time_zone: kept });
  });

  it.each([
    'Etc/Unknown',
    'US/Pacific-New',
    'Factory',
    'PST',
    '+02:00',
    '',
    'x'.repeat(61),
    5,
    {},
    null,
  ])('a form with %j as a time zone is stored without one, from either body', (time_zone) => {
    const form = bookingForm.parse(filledIn);
    const record = { ...toBookingRecord(form), id: crypto.randomUUID(), time_zone };
    expect(bookingSubmission.parse(record).timeZone).toBeNull();
    expect(bookingForm.parse({ ...filledIn, time_zone }).time_zone).toBeNull();
    const notice = { ...toBookingNotice(form), time_zone };
    expect(bookingNotice.parse(notice).time_zone).toBeNull();
  });

  it('lists missing fields in order', () => {
    const { error } = bookingForm.safeParse({});
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Name is required.',
      'A valid email is required.',
      'Please select a session type.',
      'Please select a meeting type.',
      'Please select your knowledge level.',
      'A date is required.',
      'A time is required.',
    ]);
  });
});

it('a notice without an instant creates no booking', () => {
  const { starts_at: _, ...notice } = toBookingNotice(bookingForm.parse(filledIn));
  expect(fromNotice(bookingNotice.parse(notice))).toBeUndefined();
});
