import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import { type Account, findAccount } from '#server/db/queries/accounts.ts';
import type { AuthOptions } from './create-auth.ts';
import { hashToken } from './secret.ts';
import type { Visitor } from './visitor.ts';

type DevicesOptions = Pick<AuthOptions, 'db' | 'secret' | 'siteUrl'>;

const lifeSeconds = 365 * 24 * 3_600;

export type Devices = ReturnType<typeof createDevices>;

/**
 * Knows the browsers again that an account was entered with, by a signed cookie each, which opens
 * nothing and is written down nowhere. A new password makes it worthless; signing out keeps it.
 */
export function createDevices({ db, secret, siteUrl }: DevicesOptions) {
  const isSecure = new URL(siteUrl).protocol === 'https:';

  /** One for each account, so that two people can share a browser. */
  const toName = (email: string) =>
    `${isSecure ? '__Host-' : ''}site.device-${createHash('sha256').update(email).digest('hex').slice(0, 12)}`;

  const sign = ({ id, passwordHash }: Account, device: string, expiresAt: string) =>
    hashToken(secret, 'device', [id, device, expiresAt, passwordHash].join(':'));

  return {
    /** Returns the id of the visitor's browser, if the account with this email knows it. */
    async recognise(email: string, { headers }: Visitor): Promise<string | undefined> {
      const name = toName(email);
      const value = parse(headers.get('cookie') ?? '', name)[name];
      const [device, expiresAt, signature] = value?.split('.') ?? [];
      if (!device || !expiresAt || !signature) return undefined;
      const account = await findAccount(db, email);
      if (!account || Number(expiresAt) * 1000 < Date.now()) return undefined;
      const given = Buffer.from(signature);
      const right = Buffer.from(sign(account, device, expiresAt));
      return given.length === right.length && timingSafeEqual(given, right) ? device : undefined;
    },

    /**
     * Returns the `Set-Cookie` line by which the account knows a browser for a year from now on.
     * `device` is its id, if it has one.
     */
    async remember(email: string, device: string = randomUUID()): Promise<string> {
      const account = await findAccount(db, email);
      if (!account) throw new Error('The account has just been removed');
      const expiresAt = String(Math.floor(Date.now() / 1000) + lifeSeconds);
      return serialize(
        toName(email),
        [device, expiresAt, sign(account, device, expiresAt)].join('.'),
        { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure, maxAge: lifeSeconds },
      );
    },
  };
}
