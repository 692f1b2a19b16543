import type { bookingForm } from '#features/booking/rules/index.ts';
import type { contactForm, inquiryForm } from '#features/leads/rules/index.ts';
import type { agreement } from '#rules/agreement.ts';
import type { z } from '#rules/zod.ts';

/** A description of each field of a form. A new field does not compile without one. */
type Words<Form extends z.ZodObject> = Record<
  Exclude<keyof z.input<Form>, keyof typeof agreement>,
  string
>;

const code = { voucher_code: 'the code for a lower price, if you enter one' };

const person = { name: 'your name', email: 'your email address' };

/** The fields that all forms store. */
const agreed: Record<keyof typeof agreement, string> = {
  privacy_version: 'which version of this text was shown with the form',
  agreed_to: 'the text of the box you ticked, if any',
};

const contact: Words<typeof contactForm> = { ...person, message: 'your message' };

const inquiry: Words<typeof inquiryForm> = {
  ...person,
  phone: 'your phone number, if you enter it',
  ...code,
};

const booking: Words<typeof bookingForm> = {
  ...person,
  phone: 'your phone number, if you give it',
  session_type: 'the type of session',
  meeting_type: 'the meeting type',
  trading_knowledge: 'how much you know about trading',
  date: 'its date',
  booking_date: 'its time',
  time_zone: 'your time zone',
  trading_goals: 'your goals, if you write any',
  topics_to_cover: 'your topics, if you write any',
  ...code,
};

const listWords = (words: Record<string, string>) => Object.values(words).join(', ');

/** The data that each form stores, as sentences. */
export const storedByForms = [
  `The contact form: ${listWords(contact)}.`,
  `The course and blueprint forms: ${listWords(inquiry)}, and what you ask for.`,
  `The booking form: ${listWords(booking)}. Later, whether the session was moved, cancelled (and why, if you say so), held or paid.`,
  `All forms: when you sent it, ${listWords(agreed)}, where your visit came from (the first page, the site that linked to it, and the campaign in the link), and our notes.`,
];
