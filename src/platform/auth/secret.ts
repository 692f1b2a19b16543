import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';

/**
 * Returns the keyed hash under which a token or code is stored. `purpose` prevents its use for
 * another purpose.
 */
export const hashToken = (secret: string, purpose: string, token: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${token}`).digest('base64url');

/** Compares in constant time. */
export const isSameText = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Creates a 256-bit token for a link. */
export const createLinkToken = (): string => randomBytes(32).toString('base64url');

/** Encrypts a text for the database. */
export const encrypt = (secret: string, text: string): Promise<string> =>
  symmetricEncrypt({ key: secret, data: text });

/** Decrypts a text; undefined if it was encrypted with another secret. */
export const decrypt = (secret: string, encrypted: string): Promise<string | undefined> =>
  symmetricDecrypt({ key: secret, data: encrypted }).catch(() => undefined);
