import { createSignedIds } from '#platform/auth/signed-ids.ts';

/** The private links by which visitors reach their bookings. */
export type ManageLinks = ReturnType<typeof createManageLinks>;

/** Makes and reads these links. */
export function createManageLinks(secret: string) {
  const { toToken, readToken } = createSignedIds(secret, 'booking-link');
  return {
    /** Returns `/booking/<token>`, where a booking is looked at, moved and cancelled. */
    toPath: (bookingId: string): string => `/booking/${toToken(bookingId)}`,
    /** Returns `/unsubscribe/<token>`, where mail programs refuse its reminders. */
    toUnsubscribePath: (bookingId: string): string => `/unsubscribe/${toToken(bookingId)}`,
    /** Returns the id of the booking that a token leads to; nothing when the token is not ours. */
    readToken,
  };
}
