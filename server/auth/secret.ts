import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '#server/db/executor.ts';
import { keepFirstSetting } from '#server/db/queries/settings.ts';

/** The secret behind every cookie, hash and encryption of the accounts. */
export type GetSecret = () => Promise<string>;

/**
 * What AUTH_SECRET says, or else what all processes on one database agree on: made once and
 * kept there. Not asked for before it is needed, because the database may be away.
 */
export function createSecret(db: Database, given: string | undefined): GetSecret {
  let known = given;
  return async () => {
    const offer = () => randomBytes(32).toString('base64url');
    known ??= await keepFirstSetting(db, 'auth-secret', offer());
    return known;
  };
}

/**
 * What is kept of a token or code in its place. Keyed, because codes are short: without the
 * secret, a reader of the table cannot find them by trying. `purpose` keeps one use from
 * standing for another.
 */
export const hashToken = (secret: string, purpose: string, token: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${token}`).digest('base64url');

/** A token for a link: 256 bits. */
export const createLinkToken = (): string => randomBytes(32).toString('base64url');
