import { timingSafeEqual } from 'node:crypto';
import { hashToken } from '#platform/auth/secret.ts';

/** Each half of the token: the booking's id, and the signature. In bytes. */
const partBytes = 16;

/** The private links to bookings. */
export type ManageLinks = ReturnType<typeof createManageLinks>;

/**
 * Creates and reads private links. They are signed, not stored, so a copy of the database contains
 * none.
 */
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
    /** Returns `/booking/<token>`, the page that shows, moves and cancels a booking. */
    toPath: (bookingId: string): string => `/booking/${toToken(bookingId)}`,
    /** Returns `/unsubscribe/<token>`, where mail programs turn off reminders. */
    toUnsubscribePath: (bookingId: string): string => `/unsubscribe/${toToken(bookingId)}`,
    /** Returns the id of the booking that a token belongs to; undefined for an invalid token. */
    readToken(token: string): string | undefined {
      const bytes = Buffer.from(token, 'base64url');
      // Decoding is lenient; only the canonical spelling is accepted.
      if (bytes.length !== 2 * partBytes || bytes.toString('base64url') !== token) return undefined;
      const id = bytes.subarray(0, partBytes);
      if (!timingSafeEqual(bytes.subarray(partBytes), sign(id))) return undefined;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
