import { createHash, randomUUID } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import { type Account, findAccount } from '#features/accounts/server/queries/accounts.ts';
import { hashToken, isSameText } from '#platform/auth/secret.ts';
import type { Visitor } from '#platform/auth/visitor.ts';
import type { AuthOptions } from './create-auth.ts';

const lifeSeconds = 365 * 24 * 3_600;

export type Devices = ReturnType<typeof createDevices>;

/**
 * Recognises browsers that an account has signed in with, by a signed cookie that grants no access.
 * A new password invalidates it; signing out does not.
 */
export function createDevices({ db, secret, siteUrl }: Omit<AuthOptions, 'log'>) {
  const secure = siteUrl.startsWith('https:');

  /** One cookie per account, so that two people can share a browser. */
  const toName = (email: string) =>
    `${secure ? '__Host-' : ''}site.device-${createHash('sha256').update(email).digest('hex').slice(0, 12)}`;

  const sign = ({ id, passwordHash }: Account, device: string, expiresAt: string) =>
    hashToken(secret, 'device', [id, device, expiresAt, passwordHash].join(':'));

  return {
    /** Returns the id of the visitor's browser if the account knows it. */
    async recognise(email: string, { headers }: Visitor): Promise<string | undefined> {
      const name = toName(email);
      const value = parse(headers.get('cookie') ?? '', name)[name];
      const [device, expiresAt, signature] = value?.split('.') ?? [];
      if (!device || !expiresAt || !signature) return undefined;
      const account = await findAccount(db, email);
      if (!account || Number(expiresAt) * 1000 < Date.now()) return undefined;
      return isSameText(signature, sign(account, device, expiresAt)) ? device : undefined;
    },

    /** Returns the cookie by which the account recognises this browser for a year. */
    async remember(email: string, device: string = randomUUID()): Promise<string> {
      const account = await findAccount(db, email);
      if (!account) throw new Error('The account was just removed');
      const expiresAt = String(Math.floor(Date.now() / 1000) + lifeSeconds);
      const value = [device, expiresAt, sign(account, device, expiresAt)].join('.');
      const attributes = {
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: lifeSeconds,
      } as const;
      return serialize(toName(email), value, { ...attributes, secure });
    },
  };
}
