import { createHash } from 'node:crypto';
import { isSameSignature } from './call-provider.ts';

type Field = readonly [name: string, value: string];

/** Encodes a text like PHP's `urlencode`: like a form, except for the asterisk. */
export const encodeLikePhp = (text: string) =>
  new URLSearchParams([['', text]]).toString().slice(1).replaceAll('*', '%2A');

/**
 * One line without backslashes, cut to PayFast's length. Browsers rewrite line breaks when they post a
 * form, and PayFast drops backslashes before it signs: either would break the signature.
 */
export function toFieldText(text: string, longest: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Z}\\]+/gu, ' ')
    .trim();
  return [...line].slice(0, longest).join('').trim();
}

const toText = (fields: Iterable<Field>) =>
  [...fields].map(([name, value]) => `${name}=${encodeLikePhp(value)}`).join('&');

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

const withPassphrase = (text: string, passphrase: string) =>
  `${text}&passphrase=${encodeLikePhp(passphrase)}`;

/** Signs the fields of a payment form. They must be in PayFast's order, trimmed, and none of them blank. */
export const signForm = (fields: Iterable<Field>, passphrase: string) =>
  md5(withPassphrase(toText(fields), passphrase));

/** Signs a call of the API: all headers and members of the body, sorted by name with the passphrase. */
export function signApiCall(values: Record<string, string | number>, passphrase: string): string {
  const fields = Object.entries({ ...values, passphrase }).map(
    ([name, value]) => [name, String(value)] as const,
  );
  return md5(toText(fields.sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** Returns the part of a notification that its signature covers: everything before it, blanks too. */
export const signedPart = (body: string) => body.split('&signature=', 1)[0] ?? '';

/**
 * Returns whether PayFast signed a notification. Checks the text as received, in case a name was cut
 * within a character, and the fields encoded again, in case a proxy has changed their encoding.
 */
export function isSignedByPayfast(body: string, passphrase: string): boolean {
  const given = new URLSearchParams(body).get('signature') ?? '';
  const received = signedPart(body);
  return [received, toText(new URLSearchParams(received))].some((text) =>
    isSameSignature(given, md5(withPassphrase(text, passphrase))),
  );
}
