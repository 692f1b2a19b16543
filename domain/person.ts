import { cleanEmail, emailPattern } from './email-address.ts';
import { toPhoneNumber } from './phone-number.ts';
import { emailAddress, emptyAsNull, optionalText, phoneText, requiredText, z } from './zod.ts';

/**
 * Returns an address as a person is known by it. Case makes no other; a plus sign and dots do: what they
 * mean is for the mail server to say, and at many they are part of somebody else's name.
 */
export const toAddress = (email: string): string => email.trim().toLowerCase();

/**
 * Returns the mailbox that an email probably leads to: case, what follows a plus sign, and dots at Gmail
 * make no other. For limits, and to suggest who may be the same. As `mailboxOf` of the database.
 */
export function toMailbox(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf('@');
  if (at < 1) return lower;
  const [name = '', host = ''] = [lower.slice(0, at), lower.slice(at + 1)];
  const plain = name.replace(/\+.*$/, '');
  return /^(gmail|googlemail)\.com$/.test(host)
    ? `${plain.replaceAll('.', '')}@gmail.com`
    : `${plain}@${host}`;
}

export { toPhoneNumber };

/** So many digits at its end are the same however a number is written. */
export const phoneTailDigits = 7;

/** Returns the end of a number, by which those that may be the same are found. */
export const toPhoneTail = (number: string) => number.replaceAll(/\D/g, '').slice(-phoneTailDigits);

/** Returns what a person is looked for by: an address or a phone number; nothing where it is neither. */
export function readIdentifier(text: string): string | undefined {
  const email = cleanEmail(text);
  if (!email.includes('@')) return toPhoneNumber(text);
  return emailPattern.test(email) ? toAddress(email) : undefined;
}

/**
 * Whom to look for: an email or a phone number as it was typed. `with` are further addresses that the
 * mentor takes to be the same person's: nothing but an address proves who somebody is.
 */
export const personSearch = z.object({
  text: optionalText(320),
  with: z
    .array(emailAddress('Please enter a valid email.').transform(toAddress))
    .max(50)
    .default([]),
});
export type PersonSearch = z.output<typeof personSearch>;

/** Somebody who may be the same person, and why. */
export interface PersonSuggestion {
  mailbox: string;
  reason: 'phone' | 'mailbox';
  names: string[];
}

/** The body of `POST /api/people/list`: what to look for, and the last person of the page before. */
export const peopleQuery = z.object({
  search: optionalText(200).default(''),
  after: z.object({ at: z.iso.datetime(), email: z.string().max(320) }).optional(),
});
export type PeopleQuery = z.output<typeof peopleQuery>;

/** A person in the list: everything that came from one email address. */
export interface ListedPerson {
  email: string;
  /** As it was last given. */
  name: string;
  phone: string | null;
  /** When they last wrote or booked: ISO 8601 in UTC. */
  last_at: string;
  leads: number;
  bookings: number;
}

/** Says which state of a person's records was read: 64 hexadecimal digits. */
const stamp = z.string().regex(/^[0-9a-f]{64}$/, 'Invalid data.');

/** The body that erases: whom, and as what was shown. */
export const personErasure = personSearch.extend({ stamp });
export type PersonErasure = z.output<typeof personErasure>;

/** The form that corrects: what is left empty stays as it is. */
export const correctionForm = z.object({
  name: emptyAsNull(requiredText('Please give at least 2 characters.', 2, 200).or(z.literal(''))),
  email: emptyAsNull(emailAddress('Please enter a valid email.').or(z.literal(''))),
  phone: emptyAsNull(phoneText),
});

/** The body that corrects. */
export const personCorrection = personErasure
  .extend(correctionForm.shape)
  .refine(({ name, email, phone }) => name ?? email ?? phone, {
    error: 'Enter the correction.',
    path: ['name'],
  });
export type PersonCorrection = z.output<typeof personCorrection>;

/** How many of what an erasure takes, in the order in which it is said. */
export const erasedKinds = [
  'leads',
  'bookings',
  'sessions',
  'mails',
  'jobs',
  'journal_entries',
  'files',
  'log_entries',
  'requests',
] as const;
export type ErasedKind = (typeof erasedKinds)[number];
export type ErasureCounts = Record<ErasedKind, number>;

/** What is left of somebody who was erased. Instants are ISO 8601 in UTC. */
export interface ErasureRecord {
  id: string;
  erased_at: string;
  /** The email of the account that did it. */
  erased_by: string;
  counts: ErasureCounts;
  /** When the files of the database were written anew, without what was erased; null until then. */
  scrubbed_at: string | null;
}
