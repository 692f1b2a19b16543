import { cleanEmail, emailPattern } from '#rules/email-address.ts';
import { toAddress } from '#rules/mailbox.ts';
import { toPhoneNumber } from '#rules/phone-number.ts';
import { emailAddress, emptyAsNull, optionalText, phoneText, requiredText, z } from '#rules/zod.ts';

/** Returns the email address or phone number in a search, or undefined if it is neither. */
export function readIdentifier(text: string): string | undefined {
  const email = cleanEmail(text);
  if (!email.includes('@')) return toPhoneNumber(text);
  return emailPattern.test(email) ? toAddress(email) : undefined;
}

/**
 * A search for a person: an email address or phone number as typed, and other addresses that the
 * mentor included.
 */
export const personSearch = z.object({
  text: optionalText(320),
  with: z
    .array(emailAddress('Please enter a valid email.').transform(toAddress))
    .max(50)
    .default([]),
});
export type PersonSearch = z.output<typeof personSearch>;

/** Another address that may belong to the same person, and why. */
export interface PersonSuggestion {
  mailbox: string;
  reason: 'phone' | 'mailbox';
  names: string[];
}

/** The body of `POST /api/people/list`: a search, and the last person of the previous page. */
export const peopleQuery = z.object({
  search: optionalText(200).default(''),
  after: z.object({ at: z.iso.datetime(), email: z.string().max(320) }).optional(),
});
export type PeopleQuery = z.output<typeof peopleQuery>;

/** A person in the list: all records with one email address. */
export interface ListedPerson {
  email: string;
  /** The most recent one. */
  name: string;
  phone: string | null;
  /** When they last wrote, booked or became a customer: ISO 8601 in UTC. */
  last_at: string;
  leads: number;
  bookings: number;
  customers: number;
}

/** Identifies the state of a person's records that was read. */
const stamp = z.string().regex(/^[0-9a-f]{64}$/, 'Invalid data.');

/** The body that erases a person as they were shown. */
export const personErasure = personSearch.extend({ stamp });
export type PersonErasure = z.output<typeof personErasure>;

/** The form that corrects a person. Empty fields do not change. */
export const correctionForm = z.object({
  name: emptyAsNull(requiredText('Please give at least 2 characters.', 2, 200).or(z.literal(''))),
  email: emptyAsNull(emailAddress('Please enter a valid email.').or(z.literal(''))),
  phone: emptyAsNull(phoneText),
});

/** The body that corrects a person. */
export const personCorrection = personErasure
  .extend(correctionForm.shape)
  .refine(({ name, email, phone }) => name ?? email ?? phone, {
    error: 'Enter the correction.',
    path: ['name'],
  });
export type PersonCorrection = z.output<typeof personCorrection>;
