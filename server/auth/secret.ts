import { createHmac, randomBytes } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';

/**
 * Returns what is kept of a token or code. Keyed, because codes are short: a reader of the table
 * cannot find them by trying. `purpose` keeps one use from standing for another.
 */
export const hashToken = (secret: string, purpose: string, token: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${token}`).digest('base64url');

/** A token for a link: 256 bits. */
export const createLinkToken = (): string => randomBytes(32).toString('base64url');

/** Encrypts a text that has to be kept in the database and read again. */
export const encrypt = (secret: string, text: string): Promise<string> =>
  symmetricEncrypt({ key: secret, data: text });

/** Reads what was encrypted. Returns nothing when it was under another secret, or not at all. */
export const decrypt = (secret: string, encrypted: string): Promise<string | undefined> =>
  symmetricDecrypt({ key: secret, data: encrypted }).catch(() => undefined);
