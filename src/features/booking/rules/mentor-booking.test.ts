import { describe, expect, it } from 'vitest';
import {
  bookingPayment,
  cancellationForm,
  findTimeFault,
  mentorBooking,
} from './mentor-booking.ts';

const now = new Date('2030-01-07T08:00:00Z');

describe('a time that the mentor chooses', () => {
  it.each([
    ['2030-01-07T08:01:00Z', undefined],
    ['2030-01-07T08:01:30Z', /whole minutes/],
    ['2030-01-07T08:00:00Z', /has passed/],
    ['2032-01-07T08:00:00Z', undefined],
    ['2032-01-07T08:01:00Z', /two years/],
  ])('a time that the mentor chooses at %s: %s', (startsAt, fault) => {
    const found = findTimeFault(new Date(startsAt), now);
    if (fault) expect(found).toMatch(fault);
    else expect(found).toBeUndefined();
  });
});

describe('the mentor’s form', () => {
  it('needs a name, an email or a phone number, and a time; knowledge defaults to beginner', () => {
    const sent = {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'Thandi',
      email: 'thandi@example.com',
      booking_date: '2030-01-08T16:30:00Z',
      session_type: 'Intro Call',
      meeting_type: 'Zoom',
      mentor_note: '',
    };
    expect(mentorBooking.parse(sent)).toMatchObject({
      tradingKnowledge: 'Beginner',
      mentorNote: null,
      startsAt: new Date('2030-01-08T16:30:00Z'),
    });
    for (const field of ['name', 'booking_date', 'session_type', 'meeting_type']) {
      const { issues } = mentorBooking.safeParse({ ...sent, [field]: '' }).error ?? {};
      expect(
        issues?.map(({ path }) => path.join()),
        field,
      ).toEqual([field]);
    }
  });

  it.each([
    ['', '082 555 1234', { email: null, phone: '+27825551234' }],
    ['', '+44 7400 123456', { email: null, phone: '+447400123456' }],
    ['jane@example.com', '', { email: 'jane@example.com', phone: null }],
    ['', '', 'phone'],
    ['', '123', 'phone'],
    ['jane@', '082 555 1234', 'email'],
  ])('accepts the email “%s” and the number “%s”', (email, phone, expected) => {
    const found = mentorBooking.safeParse({
      id: '00000000-0000-4000-8000-000000000001',
      name: 'Thandi',
      email,
      phone,
      booking_date: '2030-01-08T16:30:00Z',
      session_type: 'Intro Call',
      meeting_type: 'Zoom',
      mentor_note: '',
    });
    if (found.success) expect(found.data).toMatchObject(expected as object);
    else expect(found.error.issues.map(({ path }) => path.join())).toEqual([expected]);
  });

  it('reads blanks as nothing, and limits the message to 500 characters', () => {
    expect(cancellationForm.parse({ message: '  ' })).toEqual({
      ...{ message: null, counts_as_used: false },
    });
    expect(cancellationForm.safeParse({ message: 'x'.repeat(500) }).success).toBe(true);
    expect(cancellationForm.safeParse({ message: 'x'.repeat(501) }).success).toBe(false);
  });

  it('drops the reference of an unpaid session', () => {
    const payment = { version: 1, is_paid: false, payment_reference: 'EFT 12' };
    expect(bookingPayment.parse(payment)).toEqual({
      version: 1,
      isPaid: false,
      reference: null,
    });
  });
});
