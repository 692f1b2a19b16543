const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface HeldSession {
  /** When it was ordered. */
  orderedAt: Date;
  startsAt: Date;
  /** How long a session is held for an online payment. */
  holdMinutes: number;
  /** How long before the session a transfer has to arrive. */
  bankHoldHours: number;
}

/**
 * Returns whether the hold of a session waits for a bank transfer. Shortly before a session the hold only
 * lasts as long as an online payment takes.
 */
export const isTransferAwaited = (held: HeldSession): boolean =>
  +held.startsAt - held.bankHoldHours * hourMs > +held.orderedAt + held.holdMinutes * minuteMs;
