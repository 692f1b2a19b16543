import type { agreement } from '../agreement.ts';
import type { bookingForm } from '../booking.ts';
import type { contactForm, inquiryForm } from '../lead.ts';
import type { z } from '../zod.ts';

/** A word for each field of a form: a form that asks for more does not compile until this says so. */
type Words<Form extends z.ZodObject> = Record<
  Exclude<keyof z.input<Form>, keyof typeof agreement>,
  string
>;

const person = { name: 'your name', email: 'your email address' };

/** What all of them store. */
const agreed: Record<keyof typeof agreement, string> = {
  privacy_version: 'which version of this text stood beside the form',
  agreed_to: 'the words of a box there, if you ticked one',
};

const contact: Words<typeof contactForm> = { ...person, message: 'your message' };

const inquiry: Words<typeof inquiryForm> = {
  ...person,
  phone: 'your phone number, if you give it',
};

const booking: Words<typeof bookingForm> = {
  ...person,
  phone: 'your phone number, if you give it',
  session_type: 'the kind of session',
  meeting_type: 'the way to meet',
  trading_knowledge: 'how much you know about trading',
  date: 'its day',
  booking_date: 'its time',
  time_zone: 'your time zone',
  trading_goals: 'your goals, if you give them',
  topics_to_cover: 'what you would like to talk about, if you say so',
};

const listWords = (words: Record<string, string>) => Object.values(words).join(', ');

/** What each form stores, in words. */
export const storedByForms = [
  `The contact form: ${listWords(contact)}.`,
  `The form that asks for a course or the blueprint: ${listWords(inquiry)}, and which of them it is.`,
  `The booking form: ${listWords(booking)}. Later, whether the session was moved, cancelled (and why, if you say so), held and paid.`,
  `Each of them: when you sent it, ${listWords(agreed)}, where your visit came from (its first page here, the site that led to it, and the campaign that its link named), and what the mentor notes about it.`,
];
