import { z } from 'zod';
import { cleanEmail, emailPattern } from './email-address.ts';
import { visibleOf, withoutPastedMarks } from './visible-text.ts';

// The site's security policy forbids code generation, which zod would use with the first schema.
// All schemas of the rules must use this module's exports.
z.config({ jitless: true });

export { z };

/** The error for a text with characters that no database can store. */
const unstorableMessage = 'Remove the characters that can’t be saved.';

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isStorable = (value: string) => !/[\0\p{Surrogate}]/u.test(value);

/** Evaluated lazily: formatting the first number takes a phone longer than a frame. */
const tooLong = (maximum: number) => () =>
  `Use fewer than ${maximum.toLocaleString('en')} characters.`;

/** Forms that browsers submit have CR LF line breaks; scripts send LF. */
const withPlainLineBreaks = (value: string) => value.replaceAll('\r\n', '\n');

/**
 * A required text with visible characters. Its length is in code points, like in the database: an
 * emoji is one.
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

/** An optional text. Invisible characters alone count as empty. */
export const optionalText = (maximum: number) =>
  z
    .string()
    .overwrite((text) => (text.includes('\0') || visibleOf(text) ? text.trim() : ''))
    .max(maximum, { error: tooLong(maximum), abort: true })
    .refine(isStorable, unstorableMessage);

/** A phone number, as entered. */
export const phoneText = z.string().overwrite(withoutPastedMarks).pipe(optionalText(60));

/** An email address in its stored form: see `cleanEmail`. */
export const emailAddress = (message: string) =>
  z
    .string({ error: message })
    .overwrite(cleanEmail)
    .max(254, { error: message, abort: true })
    .regex(emailPattern, message);

/**
 * The id of a record, a UUID that the browser or the database has created. Lower case, for
 * comparison.
 */
export const recordId = (message: string) => z.uuid(message).toLowerCase();

/** A record's id, which the browser creates once per submission. */
export const submissionId = recordId('A valid id is required.');

/** An optional field: a missing value, `null` and `''` all become `null`. */
export const emptyAsNull = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  // Not a union, whose error would not name the broken rule.
  z
    .string()
    .nullish()
    .transform((value) => value || null)
    .pipe(schema.nullable())
    .transform((value): string | null => value || null);

/** A description of a picture for people who cannot see it. */
export const pictureDescription = emptyAsNull(optionalText(300));

/** A calendar day, `YYYY-MM-DD`. */
export const calendarDay = (message: string) =>
  z.iso.date({ error: message }).refine((day) => day >= '1900-01-01', message);

/** An instant as text, with its offset. The output is in UTC, within the years 1 to 9999. */
export const instantText = (message: string) =>
  z.iso
    .datetime({ offset: true, error: message })
    .transform((text) => new Date(text).toISOString())
    .refine((text) => /^(?!0000)\d{4}-/.test(text), { error: message, abort: true });

/** The same, parsed. */
export const instant = (message: string) =>
  instantText(message).transform((text) => new Date(text));
