/* A session that is paid to confirm is held until it is paid: `heldUntil` is null once it is confirmed. */

interface Held {
  heldUntil: Date | null;
}

/** Returns whether the time to pay for a held session is over: its slot is for others. */
export const isHoldOver = ({ heldUntil }: Held, now: Date): boolean =>
  heldUntil !== null && heldUntil <= now;

/** Returns whether a session was given up because it was not paid in time. */
export const wasReleased = ({ heldUntil, cancelledAt }: Held & { cancelledAt: Date | null }) =>
  heldUntil !== null && cancelledAt !== null && heldUntil <= cancelledAt;

/** The longest time before its end at which a hold is reminded of, in milliseconds. */
const maxNoticeMs = 6 * 3_600_000;

/** Returns when a visitor is reminded to pay: when a third of the time is left, six hours at most. */
export const holdReminderAt = (from: Date, heldUntil: Date): Date =>
  new Date(+heldUntil - Math.min((+heldUntil - +from) / 3, maxNoticeMs));
