import { createHmac } from 'node:crypto';
import { toAddress, toMailbox } from '#domain/person.ts';
import type { Erasure } from './erasure.ts';

const hash = (secret: string, kind: 'address' | 'mailbox' | 'key', value: string) =>
  createHmac('sha256', secret).update(`erasure:${kind}:${value}`).digest('base64url');

/** Returns what tells with which secret hashes were made. */
const fingerprintKey = (secret: string) => hash(secret, 'key', '');

/** Returns what is kept of somebody who is erased. */
export const hashAddresses = (secret: string, addresses: string[]) => ({
  mailboxHashes: addresses.map((address) => hash(secret, 'address', address)),
  // Earlier versions knew people by their numbers too, which others may share.
  phoneHashes: [],
  keyFingerprint: fingerprintKey(secret),
});

export type ErasureMatcher = ReturnType<typeof createErasureMatcher>;

/**
 * Makes what recognises those who were erased, as far as their hashes were made with one of these
 * secrets.
 */
export function createErasureMatcher(secrets: readonly string[], erasures: readonly Erasure[]) {
  const byHash = new Map<string, Erasure[]>();
  const keys = new Map(secrets.map((secret) => [fingerprintKey(secret), secret]));
  for (const erasure of erasures.filter(({ keyFingerprint }) => keys.has(keyFingerprint))) {
    for (const one of erasure.mailboxHashes) byHash.set(one, [...(byHash.get(one) ?? []), erasure]);
  }
  const look = (kind: 'address' | 'mailbox', value: string) =>
    [...keys.values()].flatMap((secret) => byHash.get(hash(secret, kind, value)) ?? []);

  return {
    erasures,
    /** Of these there is no secret: they are known by the ids of their records alone. */
    unreadable: erasures.filter(({ keyFingerprint }) => !keys.has(keyFingerprint)),
    /** Returns the erasures of these addresses. Earlier versions have noted mailboxes instead. */
    find(emails: readonly string[]): Erasure[] {
      if (byHash.size === 0) return [];
      return emails.flatMap((email) => [
        ...look('address', toAddress(email)),
        ...look('mailbox', toMailbox(email)),
      ]);
    },
  };
}

/** Returns whatever looks like an email in a text, such as a mail as it lies on the disk. */
export const findEmails = (text: string): string[] => [
  ...new Set(text.match(/[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+\w/g) ?? []),
];
