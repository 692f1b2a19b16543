import { z } from 'zod';
import { emailAddress, optionalText, requiredText } from './text.ts';

/** The ways a mentorship session can be held, in the order the form offers them. */
export const meetingTypes = [
  'Microsoft Teams',
  'WhatsApp Video Call',
  'Zoom',
  'Google Meet',
] as const;

/** How much trading knowledge a visitor says to have. */
export const tradingKnowledgeLevels = ['Beginner', 'Intermediate', 'Advanced'] as const;

/** The `source` that marks a body of `/contact.php` as a booking. */
export const bookingSource = 'New Mentorship Booking';

/** Goals and topics may stay empty; the mentor then reads this. */
const notProvided = 'Not provided';
const freeText = optionalText(5_000)
  .nullish()
  .transform((value) => value || notProvided);

/** The booking body of `POST /contact.php`, without its id. `booking_date` is a long date for people. */
export const bookingNotice = z.object({
  source: z.literal(bookingSource),
  name: requiredText('Name is required.', 2, 200),
  email: emailAddress('A valid email is required.'),
  booking_date: requiredText('A date is required.', 1, 200),
  session_type: requiredText('Please select a session type.', 1, 120),
  meeting_type: z.enum(meetingTypes, 'Please select a meeting type.'),
  trading_knowledge: z.enum(tradingKnowledgeLevels, 'Please select your knowledge level.'),
  trading_goals: freeText,
  topics_to_cover: freeText,
});
export type BookingNotice = z.output<typeof bookingNotice>;
