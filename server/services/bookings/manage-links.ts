import { createHmac, timingSafeEqual } from 'node:crypto';
import { decrypt, hashToken } from '#server/auth/secret.ts';
import type { Database } from '#server/db/executor.ts';
import { findSetting } from '#server/db/queries/settings.ts';

/** Half of each: the booking's id, and the signature that only this site can make. In bytes. */
const partBytes = 16;

/** Where the key of links that earlier versions have mailed is kept, encrypted. */
export const earlierKeySetting = 'booking-link-key';

/** The private links by which visitors reach their bookings. */
export type ManageLinks = ReturnType<typeof createManageLinks>;

/** Makes and reads these links: signed, not stored, so that a copy of the database opens none. */
export function createManageLinks(db: Database, secret: string) {
  const sign = (id: Buffer) =>
    Buffer.from(hashToken(secret, 'booking-link', id.toString('hex')), 'base64url').subarray(
      0,
      partBytes,
    );

  /** Signed with a key of its own until there was one secret for everything. */
  async function wasSignedEarlier(id: Buffer, signature: Buffer): Promise<boolean> {
    const encrypted = await findSetting(db, earlierKeySetting);
    const key = encrypted && (await decrypt(secret, encrypted));
    if (!key) return false;
    const digest = createHmac('sha256', Buffer.from(key, 'base64'))
      .update('booking:')
      .update(id)
      .digest();
    return timingSafeEqual(signature, digest.subarray(0, partBytes));
  }

  function toToken(bookingId: string): string {
    const id = Buffer.from(bookingId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, sign(id)]).toString('base64url');
  }

  return {
    /** Returns `/booking/<token>`, where a booking is looked at, moved and cancelled. */
    toPath: (bookingId: string): string => `/booking/${toToken(bookingId)}`,
    /** Returns `/unsubscribe/<token>`, where mail programs refuse its reminders. */
    toUnsubscribePath: (bookingId: string): string => `/unsubscribe/${toToken(bookingId)}`,
    /** Returns the id of the booking that a token leads to; nothing when the token is not ours. */
    async readToken(token: string): Promise<string | undefined> {
      const bytes = Buffer.from(token, 'base64url');
      // Decoding forgives; only the one spelling that we write counts.
      if (bytes.length !== 2 * partBytes || bytes.toString('base64url') !== token) return undefined;
      const id = bytes.subarray(0, partBytes);
      const signature = bytes.subarray(partBytes);
      const isOurs =
        timingSafeEqual(signature, sign(id)) || (await wasSignedEarlier(id, signature));
      if (!isOurs) return undefined;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
