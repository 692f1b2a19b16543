import { timingSafeEqual } from 'node:crypto';
import { hashToken } from './secret.ts';

/** Writes the bytes of a UUID in its usual form. */
const toUuid = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Half of each: the record's id, and the signature that only this site can make. In bytes. */
const partBytes = 16;

/**
 * Makes and reads the tokens of private links to records: signed, not stored, so that a copy of the
 * database opens none. A token of one purpose means nothing for another.
 */
export function createSignedIds(secret: string, purpose: string) {
  const sign = (id: Buffer) =>
    Buffer.from(hashToken(secret, purpose, id.toString('hex')), 'base64url').subarray(0, partBytes);

  return {
    /** Returns the token of a record's UUID. */
    toToken(recordId: string): string {
      const id = Buffer.from(recordId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, sign(id)]).toString('base64url');
    },
    /** Returns the UUID of the record that a token leads to; nothing when the token is not ours. */
    readToken(token: string): string | undefined {
      const bytes = Buffer.from(token, 'base64url');
      // Decoding forgives; only the one spelling that we write counts.
      if (bytes.length !== 2 * partBytes || bytes.toString('base64url') !== token) return undefined;
      const id = bytes.subarray(0, partBytes);
      if (!timingSafeEqual(bytes.subarray(partBytes), sign(id))) return undefined;
      return toUuid(id);
    },
  };
}

/**
 * Returns the UUID that a token names, unproven: only for finding the record whose state the signature
 * depends on.
 */
export function readUnprovenId(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.length === 2 * partBytes ? toUuid(bytes.subarray(0, partBytes)) : undefined;
}
