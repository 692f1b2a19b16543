import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '#server/auth/secret.ts';

const sign = (secret: string, id: string) => hashToken(secret, 'person-request', id);

/** Returns what the link of a mail holds by which a request is confirmed: signed, not stored. */
export const toRequestToken = (secret: string, id: string) => `${id}.${sign(secret, id)}`;

/** Returns the id of the request that a token is of; nothing when it is not ours. */
export function readRequestToken(secret: string, token: string): string | undefined {
  const [id = '', signature = ''] = token.split('.');
  const [given, own] = [Buffer.from(signature), Buffer.from(sign(secret, id))];
  return given.length === own.length && timingSafeEqual(given, own) ? id : undefined;
}
