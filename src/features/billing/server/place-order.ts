import { randomInt } from 'node:crypto';
import { toHoldEnd } from '#features/billing/rules/hold-end.ts';
import {
  type Purchase,
  toPlanPurchase,
  toSessionPurchase,
} from '#features/billing/rules/purchase.ts';
import type { BookingOrders } from '#features/booking/server/index.ts';
import { lacksBuyerAddress } from '#features/documents/rules/index.ts';
import { createReference } from '#features/orders/rules/index.ts';
import {
  findOrderOf,
  insertOrder,
  lockOrderOf,
  type Order,
  type OrderOwner,
  queueOrderMail,
  updateOrder,
} from '#features/orders/server/index.ts';
import {
  findWholeUnplaced,
  isUnconfirmed,
  markByHand,
  type PaymentDeps,
  placeUnplaced,
  readPaymentMethods,
  sumOpenMoney,
} from '#features/payments/server/index.ts';
import type { SiteFacts } from '#features/settings/server/index.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import { listBankRows } from '#rules/bank-rows.ts';
import { isAnswerable } from '#rules/email-address.ts';
import type { PayLink } from '#rules/pay-link.ts';

type Buyer = Pick<Order, 'name' | 'email' | 'phone'>;

const dayMs = 86_400_000;

/** The maximum number of draws for a reference that is not taken. */
const maxDraws = 20;

/** Creates the order of a purchase. Returns undefined if the site takes no payments or the order exists. */
async function placeOrder(
  deps: PaymentDeps,
  transaction: Transaction,
  {
    of,
    buyer,
    purchase,
    facts,
    expiresAt,
  }: {
    of: OrderOwner;
    buyer: Buyer;
    purchase: Purchase | undefined;
    facts: SiteFacts;
    /** Replaces the deadline of the settings. */
    expiresAt?: Date | null;
  },
): Promise<Order | undefined> {
  if (!purchase || readPaymentMethods(deps, facts).length === 0) return undefined;
  const { terms, daysToPay } = facts.payments;
  const now = deps.now();
  const { amountCents, item } = purchase;
  for (let draws = 0; draws < maxDraws; draws += 1) {
    const order = await insertOrder(transaction, {
      ...of,
      name: buyer.name,
      email: buyer.email,
      phone: buyer.phone,
      amountCents,
      reference: createReference(randomInt),
      item: { ...item, deliveryText: terms.delivery },
      createdAt: now,
      expiresAt: expiresAt ?? new Date(+now + daysToPay * dayMs),
    });
    if (order) return order;
    if (await findOrderOf(transaction, of)) return undefined;
  }
  throw new Error('No free reference was drawn');
}

/** The orders of plans, which begin with a lead. */
interface PlanOrders {
  /**
   * Creates the order of a new lead's plan in its transaction, unless it cannot be paid for here.
   * `saleEndTime` is when the sale ends that the visitor saw, in epoch milliseconds.
   */
  placeForLead: (
    transaction: Transaction,
    lead: Buyer & { id: string; email: string; source: string },
    asked: { at: Date; saleEndTime: number | null },
  ) => Promise<void>;
  /** Returns how the order of a lead is paid for, while it awaits payment. */
  findForLead: (db: Executor, leadId: string) => Promise<PayLink | undefined>;
}

/** Implements what leads and bookings need of orders. */
export function createOrderPort(deps: PaymentDeps): PlanOrders & BookingOrders {
  /** Emails link only to orders that await payment, and for which no money was reported or arrived. */
  const findLink = async (db: Executor, of: OrderOwner): Promise<PayLink | undefined> => {
    const order = await findOrderOf(db, of);
    if (order?.state !== 'awaiting') return undefined;
    if (await isUnconfirmed(db, order.reference)) return undefined;
    if ((await sumOpenMoney(db, order.id)).unplacedCents > 0) return undefined;
    const facts = await deps.readFacts();
    // Without the address, the page asks for it before it shows the bank details.
    const hasBank =
      readPaymentMethods(deps, facts).includes('bank') &&
      !lacksBuyerAddress(order, facts.payments.seller);
    return {
      path: deps.payLinks.toPath(order.id),
      reference: order.reference,
      amountCents: order.amountCents,
      bankRows: hasBank ? listBankRows(facts.payments.bank) : [],
    };
  };
  return {
    async placeForLead(transaction, lead, { at, saleEndTime }) {
      const facts = await deps.readFacts();
      const { plans, sale } = facts.offers;
      const time = { sale, now: at, saleEndTime };
      const purchase = toPlanPurchase(lead.source, plans, time);
      const of = { leadId: lead.id };
      const order = await placeOrder(deps, transaction, { of, buyer: lead, purchase, facts });
      // The automatic answer contains the link.
      if (!order || facts.texts.mails.received.isSent || !isAnswerable(lead.email)) return;
      const mail = { occasion: 'placed', audience: 'buyer', about: 'order' } as const;
      await queueOrderMail(deps, transaction, order, mail);
    },
    findForLead: (db, leadId) => findLink(db, { leadId }),
    lockForBooking: (transaction, bookingId) => lockOrderOf(transaction, { bookingId }),
    async findHoldEnd({ sessionType, startsAt }) {
      const facts = await deps.readFacts();
      const { offers, payments } = facts;
      const option = offers.mentorshipOptions.find(({ title }) => title === sessionType);
      const ways = readPaymentMethods(deps, facts);
      const isHeld = option?.payment === 'confirm' && option.priceCents && ways.length > 0;
      return isHeld ? toHoldEnd({ ...payments, startsAt, ways, now: deps.now() }) : undefined;
    },
    async placeForBooking(transaction, booking) {
      const facts = await deps.readFacts();
      const purchase = toSessionPurchase(booking.sessionType, facts.offers.mentorshipOptions);
      const of = { bookingId: booking.id };
      const expiresAt = booking.heldUntil;
      await placeOrder(deps, transaction, { of, buyer: booking, purchase, facts, expiresAt });
    },
    findForBooking: (db, bookingId) => findLink(db, { bookingId }),
    async isUnconfirmed(db, bookingId) {
      const order = await findOrderOf(db, { bookingId });
      return order?.paidCents === 0 && isUnconfirmed(db, order.reference);
    },
    async cancelForBooking(transaction, bookingId, cancelledAt) {
      const order = await lockOrderOf(transaction, { bookingId });
      if (order?.state !== 'awaiting' && order?.state !== 'expired') return;
      await updateOrder(transaction, order.id, { state: 'cancelled', cancelledAt });
    },
    async reopenForBooking(transaction, bookingId, cancelledAt) {
      const order = await lockOrderOf(transaction, { bookingId });
      if (order?.state !== 'cancelled' || +(order.cancelledAt ?? 0) !== +cancelledAt) return;
      await updateOrder(transaction, order.id, { state: 'awaiting', cancelledAt: null });
    },
    async markForBooking(transaction, bookingId, { isPaid, reference, by }) {
      const of = { bookingId };
      const order = await lockOrderOf(transaction, of);
      if (!order) return true;
      await markByHand(deps, transaction, order, { isPaid, note: reference, by });
      const marked = await findOrderOf(transaction, of);
      return marked !== undefined && marked.paidCents > 0 === isPaid;
    },
    async hasUnplacedFor(transaction, bookingId) {
      const order = await findOrderOf(transaction, { bookingId });
      return order?.paidCents === 0 && Boolean(await findWholeUnplaced(transaction, order));
    },
    async placeUnplacedFor(transaction, bookingId) {
      const order = await lockOrderOf(transaction, { bookingId });
      const payment = order && (await findWholeUnplaced(transaction, order));
      if (!payment) throw new Error('There is no unplaced money for this booking');
      const reopened = { state: 'awaiting', cancelledAt: null } as const;
      const awaiting = await updateOrder(transaction, order.id, reopened);
      if (!(await placeUnplaced(deps, transaction, { order: awaiting, payment })))
        throw new Error('This booking does not take place');
    },
  };
}
