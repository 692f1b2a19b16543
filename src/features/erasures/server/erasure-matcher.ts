import { createHmac } from 'node:crypto';
import { toAddress, toMailbox } from '#rules/mailbox.ts';
import type { Erasure } from './erasure.ts';

const hash = (secret: string, kind: 'address' | 'mailbox' | 'key', value: string) =>
  createHmac('sha256', secret).update(`erasure:${kind}:${value}`).digest('base64url');

/** Returns a fingerprint of the secret that the hashes use. */
const fingerprintKey = (secret: string) => hash(secret, 'key', '');

/** Returns the hashes that an erasure stores instead of addresses. */
export const hashAddresses = (secret: string, addresses: string[]) => ({
  mailboxHashes: addresses.map((address) => hash(secret, 'address', address)),
  // Earlier versions hashed phone numbers too, which several people can share.
  phoneHashes: [],
  keyFingerprint: fingerprintKey(secret),
});

export type ErasureMatcher = ReturnType<typeof createErasureMatcher>;

/** Finds erased addresses whose hashes were made with one of these secrets. */
export function createErasureMatcher(secrets: readonly string[], erasures: readonly Erasure[]) {
  const keys = new Map(secrets.map((secret) => [fingerprintKey(secret), secret]));
  return {
    erasures,
    /** Erasures with an unknown secret. Only the ids of their records can be found. */
    unreadable: erasures.filter(({ keyFingerprint }) => !keys.has(keyFingerprint)),
    /** Returns the erasures of this address. */
    find(email: string): Erasure[] {
      const hashes = [...keys.values()].flatMap((secret) => [
        hash(secret, 'address', toAddress(email)),
        // The format of earlier versions.
        hash(secret, 'mailbox', toMailbox(email)),
      ]);
      return erasures.filter(({ mailboxHashes }) =>
        mailboxHashes.some((one) => hashes.includes(one)),
      );
    },
  };
}

/** Returns everything in a text that looks like an email address, e.g. in a mail file. */
export const findEmails = (text: string): string[] => [
  ...new Set(text.match(/(?<![\w.!#$%&'*+/=?^`{|}~-])[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+\w/g) ?? []),
];
