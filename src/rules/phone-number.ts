import {
  findPhoneNumbersInText,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { withoutPastedMarks } from './visible-text.ts';

/** Numbers without a country belong to South Africa. */
const homeCountry = 'ZA';

const parse = (text: string) => parsePhoneNumberFromString(text, { defaultCountry: homeCountry });

/** The library takes some South African numbers that are too short for valid ones. */
const exists = (number: PhoneNumber | undefined) =>
  number?.isValid() && (number.country !== homeCountry || number.nationalNumber.length === 9);

/**
 * Returns a phone number that exists by the rules of its country, however it was written:
 * `082 555 1234`, `+27 (0)82-555-1234`, `0027…`, `27…`. Of several it is the first one.
 */
export function findPhoneNumber(text: string): PhoneNumber | undefined {
  const written = withoutPastedMarks(text);
  const whole = parse(written);
  if (exists(whole)) return whole;
  const [first] = findPhoneNumbersInText(written, homeCountry);
  // Some write the code of a country without the plus sign.
  const candidates = [first?.number, parse(`+${written.replaceAll(/\D/g, '')}`)];
  return candidates.find(exists);
}

/** Returns a phone number to compare by, as `+27825551234`; nothing for what is none. */
export function toPhoneNumber(text: string): string | undefined {
  if (!/\d(?:\D*\d){6}/.test(text)) return undefined;
  const number = findPhoneNumber(text) ?? parse(withoutPastedMarks(text));
  return number && /^\+[1-9]\d{6,14}$/.test(number.number) ? number.number : undefined;
}

/** Returns a phone number as it is stored: in E.164, or as it was written where it is none. */
export const toStoredPhone = (text: string): string => findPhoneNumber(text)?.number ?? text;

/** What a visitor reads about a phone number that does not exist. */
export const phoneNumberInvalid =
  'Enter a valid phone number, such as 082 555 1234 or +44 7400 123456.';

/** Returns the WhatsApp chat with a phone number, if it is one. */
export function whatsAppHref(phone: string): string | undefined {
  const number = findPhoneNumber(phone);
  return number && `https://wa.me/${number.number.slice(1)}`;
}

/** Adds the country code to a phone number of digits, so that no spreadsheet takes it for a number. */
export function toPhoneCell(phone: string | null): string | null {
  if (phone === null || !/^[\d\s]+$/.test(phone)) return phone;
  return findPhoneNumber(phone)?.formatInternational() ?? `'${phone}`;
}
