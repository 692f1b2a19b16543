import { withoutPastedMarks } from './visible-text.ts';

/** Full-width characters of East Asian keyboards have a fixed distance from ASCII. */
const toHalfWidth = (text: string) =>
  text.replaceAll(/[\uFF01-\uFF5E]/g, (sign) =>
    String.fromCharCode(sign.charCodeAt(0) - 0xff01 + 0x21),
  );

/** Characters around an address in a sentence, quotation marks or brackets. */
const before = /^[\s<("'“‘«[]+/;
const after = /(?<![\s>)"'”’»\].,;:!?])[\s>)"'”’»\].,;:!?]+$/;

/**
 * Returns an email address in the stored form: without invisible characters, `mailto:`, a display
 * name or punctuation around it, and with the domain in ASCII (`xn--…`), as every mail server
 * accepts it. A text that is no address stays invalid.
 */
export function cleanEmail(text: string): string {
  const plain = toHalfWidth(withoutPastedMarks(text)).replaceAll(/[‘’]/g, "'");
  const inBrackets = /<([^<>]+)>[\s.,;]*$/.exec(plain)?.[1] ?? plain;
  const unquoted = inBrackets.replace(before, '');
  const isLink = /^mailto:/i.test(unquoted);
  const address = unquoted.replace(/^(?:mailto|e-?mail):\s*/i, '').replace(after, '');
  return toAsciiDomain(isLink ? address.replace(/\?.*/s, '') : address);
}

function toAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins there
  if (at < 1 || /^[\x00-\x7F]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.。｡-]+$/u.test(domain)) {
    return address;
  }
  try {
    return `${address.slice(0, at)}@${new URL(`https://${domain}`).hostname}`;
  } catch {
    return address;
  }
}

/**
 * An address in ASCII: dots only between other characters of the local part, and a domain of labels
 * that ends in letters, or in an international one (`xn--p1ai`).
 */
export const emailPattern =
  /^(?=.{1,64}@)[\w'+/&=~#$!%*?^`{|}-]+(?:\.[\w'+/&=~#$!%*?^`{|}-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,58}[A-Za-z0-9])$/;

/** Mailboxes of programs. An automatic answer to one could cause a loop. */
const ofPrograms =
  /^(?:(?:no|do[._-]?not|dont)[._-]?reply|mailer-daemon|postmaster|bounces?|daemon|auto-?(?:reply|responder)|notifications?|alerts?)(?=[@.+_-])/i;

/** Returns whether a person may read emails to this address. */
export const isAnswerable = (email: string): boolean => !ofPrograms.test(email);
