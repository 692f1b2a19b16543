import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '#platform/auth/secret.ts';

/** Half of each: the booking's id, and the signature that only this site can make. In bytes. */
const partBytes = 16;

/** The private links by which visitors reach their bookings. */
export type ManageLinks = ReturnType<typeof createManageLinks>;

/** Makes and reads these links: signed, not stored, so that a copy of the database opens none. */
export function createManageLinks(secret: string) {
  const sign = (id: Buffer) =>
    Buffer.from(hashToken(secret, 'booking-link', id.toString('hex')), 'base64url').subarray(
      0,
      partBytes,
    );

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
    readToken(token: string): string | undefined {
      const bytes = Buffer.from(token, 'base64url');
      // Decoding forgives; only the one spelling that we write counts.
      if (bytes.length !== 2 * partBytes || bytes.toString('base64url') !== token) return undefined;
      const id = bytes.subarray(0, partBytes);
      if (!timingSafeEqual(bytes.subarray(partBytes), sign(id))) return undefined;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
