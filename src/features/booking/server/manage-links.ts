import { createSignedIds } from '#platform/auth/signed-ids.ts';

/** The private links to bookings. */
export type ManageLinks = ReturnType<typeof createManageLinks>;

/**
 * Creates and reads private links. They are signed, not stored, so a copy of the database contains
 * none.
 */
export function createManageLinks(secret: string) {
  const { toToken, readToken } = createSignedIds(secret, 'booking-link');
  return {
    /** Returns `/booking/<token>`, the page that shows, moves and cancels a booking. */
    toPath: (bookingId: string): string => `/booking/${toToken(bookingId)}`,
    /** Returns `/unsubscribe/<token>`, where mail programs turn off reminders. */
    toUnsubscribePath: (bookingId: string): string => `/unsubscribe/${toToken(bookingId)}`,
    /** Returns the id of the booking that a token belongs to; undefined for an invalid token. */
    readToken,
  };
}
