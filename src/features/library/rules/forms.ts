import { meetingTypes } from '#rules/meeting-types.ts';
import { emailAddress, instant, recordId, requiredText, z } from '#rules/zod.ts';

/** The forms on the pages of a library. */
export const libraryAction = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('answer'),
    answer: requiredText('Enter the email address or phone number of your purchase.', 1, 254),
  }),
  z.object({ intent: z.literal('done') }),
  z.object({ intent: z.literal('not-done') }),
  z.object({
    intent: z.literal('buy'),
    /** Of the order, so that pressing twice orders once. */
    id: recordId('A valid id is required.'),
    course: recordId('Choose a course.'),
  }),
]);

/** The form that books a session of a package. */
export const packageBooking = z.object({
  id: recordId('A valid id is required.'),
  booking_date: instant('A time is required.'),
  meeting_type: z.enum(meetingTypes, 'A meeting type is required.'),
  time_zone: z.string().max(60).optional(),
});

/** The form that asks for the link to a library. */
export const linkRequestForm = z.object({ email: emailAddress('Please enter a valid email.') });

/** More than the longest film, in seconds. */
const maxSeconds = 7 * 24 * 3_600;

const secondsOf = (least: number) => z.int().min(least).max(maxSeconds);

/** What the page of a lesson reports while its films play. Several films count as one. */
export const progressReport = z
  .object({
    /** Of the library’s link. */
    token: z.string().max(100),
    lesson: recordId('A lesson is required.'),
    /** Where to go on. */
    seconds: secondsOf(0),
    /** The furthest second that was played. */
    furthest: secondsOf(0),
    /** The length of the films. */
    length: secondsOf(1),
  })
  .refine(({ seconds, furthest, length }) => Math.max(seconds, furthest) <= length, {
    message: 'A position is after the end.',
    path: ['seconds'],
  });
export type ProgressReport = z.output<typeof progressReport>;

/** Returns whether a lesson counts as done. */
export const isWatched = (furthest: number, length: number): boolean => furthest >= 0.9 * length;
