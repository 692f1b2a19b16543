import { cleanEmail, emailPattern } from '#rules/email-address.ts';
import { toPhoneNumber } from '#rules/phone-number.ts';
import { emailAddress, emptyAsNull, optionalText, phoneText, requiredText, z } from '#rules/zod.ts';

/**
 * Returns an address in the form that identifies a person: in lower case. Plus signs and dots are
 * kept, because their meaning depends on the mail server.
 */
export const toAddress = (email: string): string => email.trim().toLowerCase();

/**
 * Returns the mailbox that an email address probably belongs to: without case, plus parts, and dots
 * at Gmail. Used for limits and suggestions. Matches `mailboxOf` in the database.
 */
export function toMailbox(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  if (at < 1) return lower;
  const [name = '', host = ''] = [lower.slice(0, at), lower.slice(at + 1)];
  const plain = name.replace(/\+.*/s, '');
  return /^(gmail|googlemail)\.com$/.test(host)
    ? `${plain.replaceAll('.', '')}@gmail.com`
    : `${plain}@${host}`;
}

export { toPhoneNumber };

/** The number of last digits that do not depend on a phone number's format. */
export const phoneTailDigits = 7;

/** Returns the last digits of a number, to find numbers that may be the same. */
export const toPhoneTail = (number: string) => number.replaceAll(/\D/g, '').slice(-phoneTailDigits);

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
  /** When they last wrote or booked: ISO 8601 in UTC. */
  last_at: string;
  leads: number;
  bookings: number;
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

/**
 * Every kind of personal data, in the order of the admin and of the export: its title, and the fields
 * that name and date a record.
 */
export const personalRecords = {
  leads: { title: 'Messages and inquiries', name: 'source', at: 'created_at' },
  bookings: { title: 'Sessions', name: 'session_type', at: 'booking_date' },
  orders: { title: 'Orders', name: 'reference', at: 'created_at' },
  journal_entries: { title: 'Received, not saved yet', name: 'source', at: 'received_at' },
  requests: { title: 'Data requests', name: 'kind', at: 'asked_at' },
  mails: { title: 'Emails', name: 'subject', at: 'created_at' },
  files: { title: 'Saved emails', name: 'subject', at: 'captured_at' },
  log_entries: { title: 'Sign-in attempts', name: 'kind', at: 'at' },
} as const;
export type RecordKind = keyof typeof personalRecords;

/** How many records of each kind a person has, and how many of their sessions are upcoming. */
export type ErasureCounts = Record<RecordKind | 'sessions', number>;
