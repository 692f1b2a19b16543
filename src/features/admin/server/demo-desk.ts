import { leadStates } from '#features/leads/rules/index.ts';
import { createReference, type OrderItem, orderStates } from '#features/orders/rules/index.ts';
import type { Database } from '#platform/db/executor.ts';
import { leadSources } from '#rules/lead-sources.ts';
import { addDeskSamples, deleteDeskSamples } from './queries/demo-desk.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns the same id for each installation, by which the sample is found again. */
const toId = (kind: 'a' | 'b' | 'c' | 'd' | 'e', number: number) =>
  `5a3b1e0${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`;

const priceCents = 100_000;
const price = 'R1000';

const course: OrderItem = {
  kind: 'plan',
  title: 'TP Strategy Course',
  priceText: price,
  deliveryText: 'By email within one working day.',
  isDigital: true,
};
const session: OrderItem = {
  kind: 'session',
  title: '1-on-1 Session',
  priceText: price,
  deliveryText: 'At the time you booked.',
  isDigital: false,
};

/**
 * Returns sample leads, bookings and orders in every state, dated around `now`. None causes an
 * email: the bookings and orders have no address, and orders count as tests.
 */
function deskRecords(now: Date) {
  const inDays = (days: number) => new Date(+now + days * dayMs);
  /** Early in the morning, away from real sessions. */
  const sessionIn = (days: number) =>
    new Date(Math.floor(+inDays(days) / dayMs) * dayMs + 2 * hourMs);

  const leads = Object.values(leadSources).flatMap((source, group) =>
    leadStates.map((state, index) => {
      const number = group * leadStates.length + index + 1;
      return {
        id: toId('a', number),
        name: `Sample lead ${number}`,
        email: `sample-lead-${number}@example.com`,
        phone: index % 2 === 0 ? '+27 82 555 0100' : null,
        source,
        message: source === leadSources.contact ? 'A sample message from the contact form.' : null,
        state,
        createdAt: inDays(-number),
      };
    }),
  );

  const bookings = [
    { name: 'upcoming', days: 3 },
    { name: 'waiting for payment', days: 4, heldUntil: inDays(2) },
    { name: 'paid', days: 5, paidAt: inDays(-1) },
    { name: 'cancelled', days: 6, cancelledAt: inDays(-1) },
    { name: 'not recorded yet', days: -1 },
    { name: 'took place', days: -7, outcome: 'done' as const },
    { name: 'client missed it', days: -8, outcome: 'missed' as const },
  ].map(({ name, days, ...state }, index) => ({
    id: toId('b', index + 1),
    name: `Sample session: ${name}`,
    phone: '+27825550100',
    sessionType: session.title,
    sessionMinutes: 60,
    sessionPrice: price,
    startsAt: sessionIn(days),
    meetingType: 'Zoom',
    tradingKnowledge: 'Beginner',
    notes: 'A sample booking.',
    isBookedByMentor: true,
    createdAt: inDays(Math.min(days, 0) - 2),
    ...state,
  }));
  const held = bookings[1];

  const refundedCents: Partial<Record<string, number>> = {
    'partly-refunded': priceCents / 4,
    refunded: priceCents,
  };
  const orders = orderStates.map((state, index) => {
    const isPaid = state === 'paid' || state in refundedCents;
    const isHeld = state === 'awaiting';
    return {
      id: toId('c', index + 1),
      reference: createReference(() => index),
      state,
      item: isHeld ? session : course,
      amountCents: priceCents,
      paidCents: isPaid ? priceCents : 0,
      refundedCents: refundedCents[state] ?? 0,
      bookingId: isHeld ? held?.id : null,
      name: isHeld ? held?.name : `Sample order: ${state}`,
      phone: '+27825550100',
      expiresAt: isHeld ? held?.heldUntil : inDays(-1),
      createdAt: inDays(-8 - index),
      paidAt: isPaid ? inDays(-7 - index) : null,
      cancelledAt: state === 'cancelled' ? inDays(-2) : null,
      isTest: true,
    };
  });
  const payments = orders
    .filter(({ paidCents }) => paidCents > 0)
    .map((order, index) => ({
      id: toId('d', index + 1),
      orderId: order.id,
      provider: 'manual' as const,
      providerPaymentId: `sample-${order.reference}`,
      amountCents: order.paidCents,
      refundedCents: order.refundedCents,
      receivedAt: order.paidAt ?? now,
      isTest: true,
      note: 'A sample payment.',
    }));
  const refunds = payments
    .filter((payment) => payment.refundedCents > 0)
    .map((payment, index) => ({
      id: toId('e', index + 1),
      paymentId: payment.id,
      amountCents: payment.refundedCents,
      state: 'by-hand' as const,
      createdBy: 'sample@example.com',
      note: 'A sample refund.',
    }));
  return { leads, bookings, orders, payments, refunds };
}

export type DeskRecords = ReturnType<typeof deskRecords>;

/** Adds the samples that are missing. Returns how many it added. */
export const addDemoDesk = (db: Database, now: Date): Promise<number> =>
  db.transaction((transaction) => addDeskSamples(transaction, deskRecords(now)));

/** Removes the samples, whenever they were added. Returns how many it removed. */
export const removeDemoDesk = (db: Database): Promise<number> =>
  db.transaction((transaction) => deleteDeskSamples(transaction, deskRecords(new Date(0))));
