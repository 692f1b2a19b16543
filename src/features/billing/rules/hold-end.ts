import type { PaymentMethod } from '#rules/payment-methods.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A bank transfer takes up to two days. */
const maxHoldMs = 48 * hourMs;

interface Hold {
  now: Date;
  startsAt: Date;
  methods: readonly PaymentMethod[];
  holdMinutes: number;
  /** How long before the session a transfer has to arrive. */
  bankHoldHours: number;
}

/**
 * Returns when the hold of a session ends, or undefined if the session has begun. The visitor has not
 * chosen a way to pay yet, so the slowest one counts: a bank transfer has until `bankHoldHours` before
 * the session, at most two days and at least `holdMinutes`.
 */
export function toHoldEnd({ now, startsAt, methods, ...terms }: Hold): Date | undefined {
  if (startsAt <= now) return undefined;
  const online = +now + terms.holdMinutes * minuteMs;
  const transfer = Math.min(+now + maxHoldMs, +startsAt - terms.bankHoldHours * hourMs);
  const end = methods.includes('bank') ? Math.max(online, transfer) : online;
  return new Date(Math.min(end, +startsAt));
}
