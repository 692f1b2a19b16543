import { formatMinutes } from './measures.ts';
import { formatRand } from './money.ts';

/* What happens to the money when a paid session is cancelled. */

/** What a client who cancels gets back. */
export const cancellationOutcomes = ['refund', 'credit', 'nothing'] as const;
export type CancellationOutcome = (typeof cancellationOutcomes)[number];

/** The mentor's rule: cancelled in time, a client gets one thing, and later another. */
export interface CancellationRule {
  /** In time means at least this many hours before the start. */
  hoursBefore: number;
  inTime: CancellationOutcome;
  late: CancellationOutcome;
}

/** What was said to a client about their money when their session was cancelled. */
export interface Settlement {
  /** `refund-or-rebook` if the mentor cancelled. */
  outcome: CancellationOutcome | 'refund-or-rebook';
  /** What was left of the payment then; null if the amount is unknown. */
  cents: number | null;
}

const hourMs = 3_600_000;

/** Returns the last instant at which a cancellation is in time. */
export const inTimeUntil = (startsAt: Date, { hoursBefore }: CancellationRule): Date =>
  new Date(+startsAt - hoursBefore * hourMs);

/** Returns what a client who cancels at an instant gets back. */
export const findCancellationOutcome = (
  rule: CancellationRule,
  { startsAt, at }: { startsAt: Date; at: Date },
): CancellationOutcome => (at <= inTimeUntil(startsAt, rule) ? rule.inTime : rule.late);

const clauses: Record<CancellationOutcome, string> = {
  refund: 'we refund it',
  credit: 'you get a credit for another session',
  nothing: 'there is no refund',
};

/** Describes the rule, for the terms. */
export function describeCancellationRule({ hoursBefore, inTime, late }: CancellationRule): string {
  const whenPaid = 'If you cancel a session that you have paid for';
  const rule =
    inTime === late || hoursBefore === 0
      ? `${whenPaid}, ${clauses[inTime]}.`
      : `${whenPaid} at least ${formatMinutes(hoursBefore * 60)} before it starts, ${clauses[inTime]}. If you cancel later, ${clauses[late]}.`;
  return `${rule} If we cancel it, we refund it or offer you another time. Your rights under the law stay as they are.`;
}

const amountOf = (cents: number | null) => (cents === null ? 'what you paid' : formatRand(cents));

const ifCancelledNow: Record<CancellationOutcome, string> = {
  refund: 'If you cancel now, we’ll refund it.',
  credit: 'If you cancel now, you get it as a credit for another session, not as a refund.',
  nothing: 'If you cancel now, there is no refund.',
};

/** Tells a client, before they cancel, what happens to their money. `until` is on their clock. */
export function describeBeforeCancelling(
  { outcome, cents }: { outcome: CancellationOutcome; cents: number | null },
  later?: { until: string; outcome: CancellationOutcome },
): string {
  const paid =
    cents === null ? 'You have paid for this session.' : `You paid ${formatRand(cents)}.`;
  const change = later
    ? ` This applies until ${later.until}. After that, ${clauses[later.outcome]}.`
    : '';
  return `${paid} ${ifCancelledNow[outcome]}${change}`;
}

/**
 * Tells a client, after their session was cancelled, what happens to their money. `leftCents` is what is
 * left of the payment now.
 */
export function describeSettlement({ outcome, cents }: Settlement, leftCents = cents): string {
  const amount = amountOf(cents);
  if (cents !== null && leftCents !== null && leftCents < cents) {
    const sent = `We’ve sent your refund of ${formatRand(cents - leftCents)}`;
    return leftCents === 0 ? `${sent}.` : `${sent}, out of ${amount}.`;
  }
  switch (outcome) {
    case 'refund':
      return `We’ll refund ${amount}.`;
    case 'credit':
      return `You have a credit of ${amount} for another session. Contact us to choose a time.`;
    case 'nothing':
      return `There is no refund of ${amount}.`;
    case 'refund-or-rebook':
      return `We’ll refund ${amount}, or offer you another time.`;
  }
}

const told: Record<Settlement['outcome'], string> = {
  refund: 'that you refund it',
  credit: 'that they have a credit for another session',
  nothing: 'that there is no refund',
  'refund-or-rebook': 'that you refund it or offer another time',
};

/** Tells the mentor what a client paid for a cancelled session, and what the client knows. */
export const describeSettlementToMentor = ({ outcome, cents }: Settlement): string =>
  `The client paid${cents === null ? '' : ` ${formatRand(cents)}`} and knows ${told[outcome]}.`;

/** Tells a client of a cancelled session about a payment that is not confirmed yet. */
export const unconfirmedAfterCancelling =
  'If your payment is confirmed, we’ll refund it or offer you another time.';

/** Tells a client of a cancelled session about money that came too late for it. */
export const describeUnallocatedAfterCancelling = (cents: number): string =>
  `We have your ${formatRand(cents)}. We’ll refund it or offer you another time.`;
