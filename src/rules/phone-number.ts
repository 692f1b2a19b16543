import {
  findPhoneNumbersInText,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { withoutPastedMarks } from './visible-text.ts';

/** Numbers without a country code are South African. */
const homeCountry = 'ZA';

const parse = (text: string) => parsePhoneNumberFromString(text, { defaultCountry: homeCountry });

/** The library accepts some South African numbers that are too short. */
const exists = (number: PhoneNumber | undefined) =>
  number?.isValid() && (number.country !== homeCountry || number.nationalNumber.length === 9);

/**
 * Returns a valid phone number from any format: `082 555 1234`, `+27 (0)82-555-1234`, `0027…`,
 * `27…`. The first one if there are several.
 */
export function findPhoneNumber(text: string): PhoneNumber | undefined {
  const written = withoutPastedMarks(text);
  const whole = parse(written);
  if (exists(whole)) return whole;
  const [first] = findPhoneNumbersInText(written, homeCountry);
  // Some people write the country code without the plus sign.
  const candidates = [first?.number, parse(`+${written.replaceAll(/\D/g, '')}`)];
  return candidates.find(exists);
}

/** Returns a phone number for comparison, e.g. `+27825551234`; undefined if it is none. */
export function toPhoneNumber(text: string): string | undefined {
  if (!/\d(?:\D*\d){6}/.test(text)) return undefined;
  const number = findPhoneNumber(text) ?? parse(withoutPastedMarks(text));
  return number && /^\+[1-9]\d{6,14}$/.test(number.number) ? number.number : undefined;
}

/** Whether a number has all digits of a text, which has no second number, extension or time of day. */
function isWhole(text: string, { nationalNumber, countryCallingCode }: PhoneNumber): boolean {
  const digits = text.normalize('NFKC').replaceAll(/\D/g, '');
  const before = digits.slice(0, digits.length - nationalNumber.length);
  const known = [
    '',
    '0',
    ...['', '00'].flatMap((exit) => [
      `${exit}${countryCallingCode}`,
      `${exit}${countryCallingCode}0`,
    ]),
  ];
  return digits === '' || (digits.endsWith(nationalNumber) && known.includes(before));
}

/**
 * Returns a phone number in its stored form: in E.164, or unchanged if it is invalid or the text says
 * more, such as a second number.
 */
export function toStoredPhone(text: string): string {
  const number = findPhoneNumber(text);
  return number && isWhole(text, number) ? number.number : text;
}

/** The error for an invalid phone number. */
export const phoneNumberInvalid =
  'Enter a valid phone number, such as 082 555 1234 or +44 7400 123456.';

/** Returns the link to a WhatsApp chat with a phone number, if it is valid. */
export function whatsAppHref(phone: string): string | undefined {
  const number = findPhoneNumber(phone);
  return number && `https://wa.me/${number.number.slice(1)}`;
}

/**
 * Adds the country code to a phone number of digits, so that spreadsheets do not treat it as a
 * number.
 */
export function toPhoneCell(phone: string | null): string | null {
  if (phone === null || !/^[\d\s]+$/.test(phone)) return phone;
  const number = findPhoneNumber(phone);
  return number && isWhole(phone, number) ? number.formatInternational() : `'${phone}`;
}

/** The number of last digits that do not depend on a phone number's format. */
export const phoneTailDigits = 7;

/** Returns the last digits of a number, to find numbers that may be the same. */
export const toPhoneTail = (number: string) => number.replaceAll(/\D/g, '').slice(-phoneTailDigits);
