import { z } from 'zod';
import { cleanEmail, emailPattern } from './email-address.ts';
import { visibleOf, withoutPastedMarks } from './visible-text.ts';

// The site's security policy forbids code made of text, which zod would try with the first
// schema: every schema of the rules is made by what this module hands out.
z.config({ jitless: true });

export { z };

/** What a visitor reads when a text holds something that no database can keep. */
const unstorableMessage = 'Remove the characters that can’t be saved.';

/** PostgreSQL keeps neither NUL nor half of a surrogate pair. */
const isStorable = (value: string) => !/[\0\p{Surrogate}]/u.test(value);

/** Written out when somebody is to read it: the first number costs a phone longer than a frame. */
const tooLong = (maximum: number) => () =>
  `Use fewer than ${maximum.toLocaleString('en')} characters.`;

/** A form that sends itself breaks lines with CR and LF; a script's request with LF alone. */
const withPlainLineBreaks = (value: string) => value.replaceAll('\r\n', '\n');

/**
 * Text that must be there, and that readers can see. Its length is counted as the database counts it:
 * in code points, an emoji is one.
 */
export const requiredText = (message: string, minimum: number, maximum: number) =>
  z
    .string({ error: message })
    .overwrite(withPlainLineBreaks)
    .trim()
    .min(minimum, { error: message, abort: true })
    .max(maximum, { error: tooLong(maximum), abort: true })
    .refine(isStorable, { error: unstorableMessage, abort: true })
    .refine((text) => Array.from(visibleOf(text)).length >= minimum, message);

/** Text that may be left out. One of invisible characters is left out. */
export const optionalText = (maximum: number) =>
  z
    .string()
    .overwrite((text) => (text.includes('\0') || visibleOf(text) ? text.trim() : ''))
    .max(maximum, { error: tooLong(maximum), abort: true })
    .refine(isStorable, unstorableMessage);

/** A phone number, as it was written. */
export const phoneText = z.string().overwrite(withoutPastedMarks).pipe(optionalText(60));

/** An email address, as it is stored: see `cleanEmail`. */
export const emailAddress = (message: string) =>
  z
    .string({ error: message })
    .overwrite(cleanEmail)
    .max(254, { error: message, abort: true })
    .regex(emailPattern, message);

/** The id of a record, a UUID that the browser or the database has made. UUIDs compare in lower case. */
export const recordId = (message: string) => z.uuid(message).toLowerCase();

/** A record's id, made by the browser once for each submission. */
export const submissionId = recordId('A valid id is required.');

/** Of an optional field: nothing, `null` and `''` all mean that it was left empty, which is `null`. */
export const emptyAsNull = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  // Not a union: that would say of a text which breaks a rule that it is none of them, and no more.
  z
    .string()
    .nullish()
    .transform((value) => value || null)
    .pipe(schema.nullable())
    .transform((value): string | null => value || null);

/** What a picture shows, in words for those who cannot see it. */
export const pictureDescription = emptyAsNull(optionalText(300));

/** A day of the calendar, `YYYY-MM-DD`. */
export const calendarDay = (message: string) =>
  z.iso.date({ error: message }).refine((day) => day >= '1900-01-01', message);

/** An instant as text, with its offset; comes out in UTC, within the years from 1 to 9999. */
export const instantText = (message: string) =>
  z.iso
    .datetime({ offset: true, error: message })
    .transform((text) => new Date(text).toISOString())
    .refine((text) => /^(?!0000)\d{4}-/.test(text), { error: message, abort: true });

/** The same, parsed. */
export const instant = (message: string) =>
  instantText(message).transform((text) => new Date(text));
