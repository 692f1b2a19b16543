import { joinDetails } from '#rules/joining.ts';
import { recordParam } from '#rules/list-page.ts';
import { meetingTypes } from '#rules/meeting-types.ts';
import { findPhoneNumber, phoneNumberInvalid, toStoredPhone } from '#rules/phone-number.ts';
import { fromWire } from '#rules/wire.ts';
import {
  emailAddress,
  emptyAsNull,
  instant,
  instantText,
  optionalText,
  phoneText,
  requiredText,
  submissionId,
  z,
} from '#rules/zod.ts';
import { tradingKnowledgeLevels } from './booking.ts';
import { sessionOutcomes } from './booking-status.ts';

/*
 * The mentor's actions on bookings: the forms of the admin, and the API bodies that they produce.
 */

/** The longest message to a visitor about a change, in characters. */
const messageLength = 500;

const message = emptyAsNull(optionalText(messageLength));

/** The version of the booking that the mentor has read. It prevents overwriting a newer change. */
const version = z.int('A version is required.').min(1, 'A version is required.');

const withoutTime = {
  name: requiredText('Name is required.', 2, 200),
  email: emptyAsNull(emailAddress('A valid email is required.')),
  phone: emptyAsNull(
    phoneText
      .refine((text) => findPhoneNumber(text) !== undefined, phoneNumberInvalid)
      .overwrite(toStoredPhone),
  ),
  session_type: requiredText('Please select a session type.', 1, 120),
  meeting_type: z.enum(meetingTypes, 'Please select a meeting type.'),
  trading_knowledge: z
    .enum(tradingKnowledgeLevels, 'Please select a knowledge level.')
    .default('Beginner'),
  mentor_note: emptyAsNull(optionalText(10_000)),
};

const timeRequired = 'A time is required.';

const isReachable = ({ email, phone }: { email: string | null; phone: string | null }) =>
  Boolean(email || phone);

const unreachable = {
  path: ['phone'],
  message: 'Enter an email or a phone number.',
  // Shown with other missing fields, but not with an invalid email or number.
  when: ({ issues }: z.core.ParsePayload) =>
    !issues.some(({ path }) => path?.[0] === 'email' || path?.[0] === 'phone'),
};

/** The form that adds a booking for a client. `booking_date` is the chosen instant. */
export const mentorBookingForm = z
  .object({ ...withoutTime, booking_date: instantText(timeRequired) })
  .refine(isReachable, unreachable);

/** The body of `POST /api/bookings/by-mentor`. */
export const mentorBooking = z
  .object({ ...withoutTime, id: submissionId, booking_date: instant(timeRequired) })
  .refine(isReachable, unreachable)
  .transform(fromWire);
export type MentorBooking = z.output<typeof mentorBooking>;

export const moveForm = z.object({ booking_date: instantText(timeRequired), message });

/** The body of `PUT /api/bookings/:id/time`. */
export const bookingMove = z
  .object({ version, booking_date: instant(timeRequired), message })
  .transform(fromWire);

export const cancellationForm = z.object({
  message,
  /** Whether a session of a package does not go back to it. */
  counts_as_used: z.boolean().default(false),
});

/** The body of `PUT /api/bookings/:id/cancellation`. */
export const bookingCancellation = cancellationForm.extend({ version }).transform(fromWire);

/** The body of `PUT /api/bookings/:id/session-return`. */
export const sessionReturn = z
  .object({ version, is_returned: z.boolean('Choose whether it goes back to its package.') })
  .transform(fromWire);

export const paymentForm = z.object({ payment_reference: emptyAsNull(optionalText(200)) });

/** The body of `PUT /api/bookings/:id/payment`. Unpaid bookings have no reference. */
export const bookingPayment = z
  .object({ ...paymentForm.shape, version, is_paid: z.boolean('Choose whether it is paid.') })
  .transform(({ is_paid: isPaid, payment_reference, ...rest }) => ({
    ...rest,
    isPaid,
    reference: isPaid ? payment_reference : null,
  }));

/** The body of `PUT /api/bookings/:id/outcome`. */
export const bookingOutcome = z.object({
  version,
  outcome: z.enum(sessionOutcomes, 'Choose what happened.').nullable(),
});

export const noteForm = z.object({ mentor_note: emptyAsNull(optionalText(10_000)) });

/** The body of `PUT /api/bookings/:id/note`. */
export const bookingNote = z.object({ ...noteForm.shape, version }).transform(fromWire);

export const joinDetailsForm = z.object({ join_details: emptyAsNull(joinDetails) });

/** The body of `PUT /api/bookings/:id/join-details`. */
export const bookingJoinDetails = z
  .object({ ...joinDetailsForm.shape, version })
  .transform(fromWire);

/**
 * The query of `GET /api/bookings/placement`: a session of this type at this time, possibly an
 * existing booking.
 */
export const placementQuery = z
  .object({
    booking_date: instant(timeRequired),
    session_type: z.string().max(120).default(''),
    booking: recordParam.shape.id.optional(),
    /** Finds the client's time zone if there is no booking yet. */
    email: optionalText(254).optional(),
  })
  .transform(({ booking_date, session_type, booking, email }) => ({
    startsAt: booking_date,
    sessionType: session_type,
    bookingId: booking,
    email,
  }));
export type PlacementQuery = z.output<typeof placementQuery>;

const dayMs = 24 * 3_600_000;

/** How far ahead the mentor may book, in days. Catches a mistyped year. */
const farthestDays = 2 * 365;

/** Returns why the mentor may not book a session at this instant, ignoring other bookings. */
export function findTimeFault(startsAt: Date, now: Date): string | undefined {
  if (startsAt.getTime() % 60_000 !== 0) return 'Choose a time in whole minutes.';
  if (startsAt <= now) return 'That time has passed. Choose another.';
  if (startsAt.getTime() - now.getTime() > farthestDays * dayMs)
    return 'Choose a date within the next two years.';
  return undefined;
}
