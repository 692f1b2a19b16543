import { createHmac } from 'node:crypto';
import { type Identifiers, toMailbox, toPhoneNumber } from '#domain/person.ts';
import type { Erasure } from './erasure.ts';

const hash = (secret: string, kind: 'mailbox' | 'phone' | 'key', value: string) =>
  createHmac('sha256', secret).update(`erasure:${kind}:${value}`).digest('base64url');

/** Returns what tells with which secret hashes were made. */
const fingerprintKey = (secret: string) => hash(secret, 'key', '');

/** Returns what is kept of somebody who is erased. */
export const hashIdentifiers = (secret: string, { mailboxes, phones }: Identifiers) => ({
  mailboxHashes: mailboxes.map((mailbox) => hash(secret, 'mailbox', mailbox)),
  phoneHashes: phones.map((phone) => hash(secret, 'phone', phone)),
  keyFingerprint: fingerprintKey(secret),
});

/** What may stand in a record about somebody. */
interface Known {
  emails?: readonly string[];
  phone?: string | null;
}

export type ErasureMatcher = ReturnType<typeof createErasureMatcher>;

/**
 * Makes what recognises those who were erased, as far as their hashes were made with one of these
 * secrets.
 */
export function createErasureMatcher(secrets: readonly string[], erasures: readonly Erasure[]) {
  const byHash = new Map<string, Erasure[]>();
  const keys = new Map(secrets.map((secret) => [fingerprintKey(secret), secret]));
  for (const erasure of erasures.filter(({ keyFingerprint }) => keys.has(keyFingerprint))) {
    for (const one of [...erasure.mailboxHashes, ...erasure.phoneHashes])
      byHash.set(one, [...(byHash.get(one) ?? []), erasure]);
  }
  const look = (kind: 'mailbox' | 'phone', value: string) =>
    [...keys.values()].flatMap((secret) => byHash.get(hash(secret, kind, value)) ?? []);

  return {
    erasures,
    /** Of these there is no secret: they are known by the ids of their records alone. */
    unreadable: erasures.filter(({ keyFingerprint }) => !keys.has(keyFingerprint)),
    /** Returns the erasures of whoever is named so. */
    find({ emails = [], phone }: Known): Erasure[] {
      if (byHash.size === 0) return [];
      const number = phone ? toPhoneNumber(phone) : undefined;
      return [
        ...emails.flatMap((email) => look('mailbox', toMailbox(email))),
        ...(number === undefined ? [] : look('phone', number)),
      ];
    },
  };
}

/** Returns whatever looks like an email in a text, such as a mail as it lies on the disk. */
export const findEmails = (text: string): string[] => [
  ...new Set(text.match(/[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+\w/g) ?? []),
];
