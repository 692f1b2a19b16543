import type { bookingForm } from '../booking.ts';
import type { contactForm, inquiryForm } from '../lead.ts';
import type { z } from '../zod.ts';

/** A word for each field of a form: a form that asks for more does not compile until this says so. */
type Words<Form extends z.ZodObject> = Record<keyof z.input<Form>, string>;

const person = { name: 'your name', email: 'your email address' };

const agreement = {
  privacy_version: 'which version of this text stood beside the form',
  agreed_to: 'the words of the box that you ticked, if there was one and you did',
};

const contact: Words<typeof contactForm> = { ...person, message: 'your message', ...agreement };

const inquiry: Words<typeof inquiryForm> = {
  ...person,
  phone: 'your phone number, if you give it',
  ...agreement,
};

const booking: Words<typeof bookingForm> = {
  ...person,
  session_type: 'the kind of session',
  meeting_type: 'the way to meet',
  trading_knowledge: 'how much you know about trading',
  date: 'its day',
  booking_date: 'its time',
  time_zone: 'your time zone',
  trading_goals: 'your goals, if you give them',
  topics_to_cover: 'what you would like to talk about, if you say so',
  ...agreement,
};

const listWords = (words: Record<string, string>) => Object.values(words).join(', ');

/** What each form stores, in words. */
export const storedByForms = [
  `The contact form: ${listWords(contact)}, and when you sent it.`,
  `The form that asks for a course or the blueprint: ${listWords(inquiry)}, which of them it is, and when you sent it.`,
  `The booking form: ${listWords(booking)}, and when you sent it; later, whether it was moved, cancelled, held and paid, and the mentor’s notes.`,
];
