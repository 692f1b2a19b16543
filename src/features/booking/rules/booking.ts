import { voucherCode } from '#features/vouchers/rules/index.ts';
import { agreement } from '#rules/agreement.ts';
import { cancellationOutcomes } from '#rules/cancellation.ts';
import { pageQuery } from '#rules/list-page.ts';
import { meetingTypes } from '#rules/meeting-types.ts';
import { originOfForm } from '#rules/origin.ts';
import { formatLongDate } from '#rules/time-zone.ts';
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
import { findTimeZone } from '#rules/zoned-time.ts';

export const tradingKnowledgeLevels = ['Beginner', 'Intermediate', 'Advanced'] as const;

/** The `source` that marks a body of `/contact.php` as a booking. */
export const bookingSource = 'New Mentorship Booking';

/** The problem code of a slot that is taken, and the text for the visitor. */
export const slotTaken = {
  code: 'slot-taken',
  message: 'That time has just been booked. Please choose another.',
} as const;

const notProvided = 'Not provided';

const toLine = (text: string) => {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).join(' ') || notProvided;
};

/** Returns a booking's `notes`: goals and topics, one line each. */
export const composeNotes = (goals: string, topics: string) =>
  `Goals: ${toLine(goals)}\nTopics: ${toLine(topics)}`;

const freeText = optionalText(5_000).optional();

/** The visitor's time zone. An invalid one is dropped; then only the mentor's is shown. */
const timeZone = z.string().max(60).nullish().catch(null).transform(findTimeZone);

const person = {
  name: requiredText('Name is required.', 2, 200),
  email: emailAddress('A valid email is required.'),
};

/** As entered: the server stores it in E.164. */
const phone = emptyAsNull(phoneText);

/** The longest reason a visitor can give for a cancellation, in characters. */
export const reasonLength = 500;

const session = {
  session_type: requiredText('Please select a session type.', 1, 120),
  meeting_type: z.enum(meetingTypes, 'Please select a meeting type.'),
  trading_knowledge: z.enum(tradingKnowledgeLevels, 'Please select your knowledge level.'),
};

/** The booking form: `booking_date` is the instant of the chosen time on the visitor's `date`. */
export const bookingForm = z.object({
  ...person,
  phone: phoneText.optional(),
  ...session,
  date: z.iso.date('A date is required.'),
  booking_date: instantText('A time is required.'),
  time_zone: timeZone,
  trading_goals: freeText,
  topics_to_cover: freeText,
  voucher_code: voucherCode,
  ...agreement,
});
export type BookingForm = z.output<typeof bookingForm>;

const record = z.object({
  ...person,
  phone,
  ...session,
  booking_date: instant('A date is required.'),
  /** Twice the longest text of the form, and the labels. */
  notes: optionalText(10_100)
    .nullish()
    .transform((text) => text || composeNotes('', '')),
  time_zone: timeZone,
  voucher_code: voucherCode,
  ...agreement,
  origin: originOfForm,
});

/** A booking from any source, without its id. */
export const bookingContent = record.transform(fromWire);
export type BookingContent = z.output<typeof bookingContent>;

/** The body of `POST /api/bookings`. */
export const bookingSubmission = record.extend({ id: submissionId }).transform(fromWire);
export type BookingSubmission = z.output<typeof bookingSubmission>;

/** Turns the form's values into the body of `POST /api/bookings`. */
export const toBookingRecord = ({
  date: _,
  trading_goals = '',
  topics_to_cover = '',
  ...form
}: BookingForm): z.input<typeof bookingContent> => ({
  ...form,
  notes: composeNotes(trading_goals, topics_to_cover),
});

/**
 * Turns the form's values into the body of `POST /contact.php`: a readable date, and the instant.
 */
export const toBookingNotice = ({ date, booking_date, ...form }: BookingForm) => ({
  ...form,
  trading_goals: form.trading_goals || notProvided,
  topics_to_cover: form.topics_to_cover || notProvided,
  source: bookingSource,
  booking_date: form.time_zone
    ? formatLongDate(booking_date, form.time_zone)
    : formatLongDate(`${date}T00:00:00Z`, 'UTC'),
  starts_at: booking_date,
});

/** The actions on the private page of a booking. */
export const bookingChange = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('cancel'),
    reason: emptyAsNull(optionalText(reasonLength)),
    /** What the page said that happens to the money, if the session is paid. */
    outcome: z.enum(cancellationOutcomes).optional().catch(undefined),
  }),
  z.object({ intent: z.literal('refuse-reminders') }),
  z.object({ intent: z.literal('allow-reminders') }),
  z.object({ intent: z.literal('move'), booking_date: instant('A time is required.') }),
]);

const notedText = freeText.nullable().transform((value) => value || notProvided);

/**
 * The booking body of `POST /contact.php`, without its id. `booking_date` is for people; only with
 * `starts_at` can the booking be added to the calendar.
 */
export const bookingNotice = z.object({
  source: z.literal(bookingSource),
  ...person,
  phone,
  booking_date: requiredText('A date is required.', 1, 200),
  ...session,
  trading_goals: notedText,
  topics_to_cover: notedText,
  starts_at: instant('A time is required.').optional(),
  time_zone: timeZone,
  voucher_code: voucherCode,
  ...agreement,
  origin: originOfForm,
});
export type BookingNotice = z.output<typeof bookingNotice>;

/** Returns the booking of a notice, if the notice has an instant. */
export function fromNotice({
  source: _source,
  booking_date: _words,
  starts_at,
  trading_goals,
  topics_to_cover,
  ...rest
}: BookingNotice): BookingContent | undefined {
  if (starts_at === undefined) return undefined;
  const notes = composeNotes(trading_goals, topics_to_cover);
  return fromWire({ ...rest, booking_date: starts_at, notes });
}

/**
 * The bookings that a list or a file contains: from an instant (included) to another (excluded).
 */
export const bookingSpan = z.object({
  from: instantText('Invalid time.').optional(),
  to: instantText('Invalid time.').optional(),
});
export type BookingSpan = z.output<typeof bookingSpan>;

export const bookingViews = ['upcoming', 'past', 'cancelled'] as const;
export type BookingView = (typeof bookingViews)[number];

/** The query of `GET /api/bookings`. `show=upcoming` lists the next session first; everything else the latest. */
export const bookingQuery = z.object({
  ...pageQuery.shape,
  ...bookingSpan.shape,
  show: z.enum(bookingViews).optional(),
  search: optionalText(200).default(''),
});
export type BookingQuery = z.output<typeof bookingQuery>;
