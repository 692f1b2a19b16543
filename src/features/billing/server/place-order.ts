import { randomInt } from 'node:crypto';
import { toHoldEnd } from '#features/billing/rules/hold-end.ts';
import { planDues } from '#features/billing/rules/plan-dues.ts';
import {
  type Purchase,
  toCoursePurchase,
  toPlanPurchase,
  toSessionPurchase,
  withSessions,
} from '#features/billing/rules/purchase.ts';
import type { BookingOrders } from '#features/booking/server/index.ts';
import { countIncludedSessions, findPublicCourse } from '#features/content/server/index.ts';
import { lacksBuyerAddress } from '#features/documents/rules/index.ts';
import { listContents } from '#features/lessons/server/index.ts';
import {
  createReference,
  describePart,
  describeTestMoney,
  dueNowCents,
  isPaidFor,
} from '#features/orders/rules/index.ts';
import {
  findOrder,
  insertDues,
  insertOrder,
  listDues,
  type Order,
  type OrderOwner,
  queueOrderMail,
  updateOrder,
} from '#features/orders/server/index.ts';
import {
  allocatePayment,
  endInvoice,
  findWholeUnallocated,
  isUnconfirmed,
  listAllocatedPayments,
  listRefundsOf,
  markByHand,
  offersTransfer,
  type PaymentDeps,
  readPaymentMethods,
  renewInvoice,
  settleFree,
  sumOpenMoney,
} from '#features/payments/server/index.ts';
import { mentorDay, type ResolvedSettings } from '#features/settings/server/index.ts';
import { type SentCode, spendVoucher, voucherRefused } from '#features/vouchers/server/index.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import { listBankRows } from '#rules/bank-rows.ts';
import { isAnswerable } from '#rules/email-address.ts';
import { formatBriefRand } from '#rules/money.ts';
import type { PayLink } from '#rules/pay-link.ts';
import { planCourseIds } from '#rules/plan-courses.ts';
import { findSessionType } from '#rules/session-shape.ts';

type Buyer = Pick<Order, 'name' | 'email' | 'phone'>;

const dayMs = 86_400_000;

/** The maximum number of draws for a reference that is not taken. */
const maxDraws = 20;

/** How a course with lessons is delivered. */
export const onlineDelivery =
  'Online: your private link opens your lessons once your order is paid. It is for you alone.';

/** A code that a buyer entered, for the course or session type with an id. */
type EnteredCode = SentCode & { offerId: string | null };

/** Returns a purchase at the price that is left after a code. Throws 422 if the code can’t be used for it. */
async function applyCode(
  deps: PaymentDeps,
  transaction: Transaction,
  { item, amountCents: priceCents }: Purchase,
  { buyer: { email }, entered }: { buyer: Pick<Buyer, 'email'>; entered: EnteredCode | undefined },
) {
  if (!entered) return { item, amountCents: priceCents, voucherId: null };
  const { code, offerId } = entered;
  const spent = await spendVoucher(deps, transaction, { code, offerId, email, priceCents });
  if (!spent && !entered.isLate) throw voucherRefused();
  const discountCents = spent?.discountCents ?? 0;
  return {
    item: { ...item, voucher: { code, discountCents } },
    amountCents: priceCents - discountCents,
    voucherId: spent?.id ?? null,
  };
}

/**
 * Creates the order of a purchase; one that a code leaves nothing to pay of is settled. Returns undefined if the site
 * takes no payments or the order exists. Throws 422 if the code can’t be used.
 */
export async function placeOrder(
  deps: PaymentDeps,
  transaction: Transaction,
  {
    of,
    buyer,
    purchase,
    settings,
    startsAt,
    expiresAt,
    deliveryText = settings.payments.terms.delivery,
    entered,
  }: {
    /** What it belongs to; an order that the mentor creates has only its own id. */
    of: (OrderOwner | { id: string }) & { courseId?: string; customerId?: string };
    buyer: Buyer;
    purchase: Purchase | undefined;
    settings: ResolvedSettings;
    /** When the session begins that is bought. */
    startsAt?: Date;
    /** Replaces the deadline of the settings. */
    expiresAt?: Date | null;
    /** Replaces how the settings say that things are delivered. */
    deliveryText?: string;
    entered?: EnteredCode | undefined;
  },
): Promise<Order | undefined> {
  if (!purchase || readPaymentMethods(deps, settings).length === 0) {
    if (entered && !entered.isLate) throw voucherRefused();
    return undefined;
  }
  const { daysToPay } = settings.payments;
  const sessionOn = startsAt && mentorDay(startsAt, settings.booking);
  const now = deps.now();
  const { terms } = purchase;
  const priced = await applyCode(deps, transaction, purchase, { buyer, entered });
  const { amountCents, item } = priced;
  for (let draws = 0; draws < maxDraws; draws += 1) {
    const order = await insertOrder(transaction, {
      ...of,
      name: buyer.name,
      email: buyer.email,
      phone: buyer.phone,
      amountCents,
      voucherId: priced.voucherId,
      reference: createReference(randomInt),
      item: { ...item, deliveryText },
      createdAt: now,
      expiresAt: expiresAt ?? new Date(+now + daysToPay * dayMs),
    });
    if (order?.amountCents === 0) return settleFree(deps, transaction, order);
    if (order) {
      const orderedOn = mentorDay(now, settings.booking);
      const planned = planDues(amountCents, { ...terms, orderedOn, sessionOn });
      await insertDues(transaction, order.id, planned);
      return order;
    }
    if (await findOrder(transaction, of)) return undefined;
  }
  throw new Error('No free reference was drawn');
}

/** Says what is to be paid first of an order that is paid in parts. */
const describeFirstPart = (cents: number, { amountCents }: Order): string | undefined =>
  cents < amountCents
    ? `${formatBriefRand(cents)} of ${formatBriefRand(amountCents)} to pay now`
    : undefined;

/** The orders of plans, which begin with a lead. */
interface PlanOrders {
  /**
   * Creates the order of a new lead's plan in its transaction, with an email about how to pay, and returns
   * whether it did: the plan may be one that cannot be paid for here.
   * `saleEndTime` is when the sale ends that the visitor saw, in epoch milliseconds.
   */
  placeForLead: (
    transaction: Transaction,
    lead: Buyer & { id: string; email: string; courseId: string | null },
    asked: { at: Date; saleEndTime: number | null; entered?: SentCode | undefined },
  ) => Promise<boolean>;
  /** Returns how the order of a lead is paid for, while it awaits payment. */
  findForLead: (db: Executor, leadId: string) => Promise<PayLink | undefined>;
}

/** Implements what leads and bookings need of orders. */
export function createOrderPort(deps: PaymentDeps): PlanOrders & BookingOrders {
  /** Emails link only to orders that await payment, and for which no money was reported or arrived. */
  const findLink = async (db: Executor, of: OrderOwner): Promise<PayLink | undefined> => {
    const order = await findOrder(db, of);
    if (order?.state !== 'awaiting') return undefined;
    if (await isUnconfirmed(db, order.reference)) return undefined;
    if ((await sumOpenMoney(db, order.id)).unallocatedCents > 0) return undefined;
    const settings = await deps.readSettings();
    // Without the address, the page asks for it before it shows the bank details.
    const hasBank =
      (await offersTransfer(deps, db, order, settings)) &&
      !lacksBuyerAddress(order, settings.payments.seller);
    const amountCents = dueNowCents(order, await listDues(db, order.id));
    return {
      path: deps.payLinks.toPath(order.id),
      reference: order.reference,
      amountCents,
      partText: describePart(order) ?? describeFirstPart(amountCents, order) ?? null,
      bankRows: hasBank ? listBankRows(settings.payments.bank) : [],
    };
  };
  return {
    async placeForLead(transaction, lead, { at, saleEndTime, entered }) {
      const settings = await deps.readSettings();
      const { plans, sale } = settings.offers;
      const time = { sale, now: at, saleEndTime };
      const findPurchase = async (id: string) => {
        if (planCourseIds.includes(id)) return toPlanPurchase(id, plans, time);
        const course = await findPublicCourse(transaction, id, at);
        return course && toCoursePurchase(course);
      };
      const { courseId } = lead;
      const sold = courseId ? await findPurchase(courseId) : undefined;
      const included = courseId ? await countIncludedSessions(transaction, [courseId]) : undefined;
      const purchase =
        sold &&
        withSessions(sold, included?.get(courseId ?? ''), settings.offers.mentorshipOptions);
      const of = { leadId: lead.id, ...(courseId && { courseId }) };
      const hasLessons =
        courseId !== null && (await listContents(transaction, [courseId])).has(courseId);
      const order = await placeOrder(deps, transaction, {
        of,
        buyer: lead,
        purchase,
        settings,
        entered: entered && { ...entered, offerId: courseId },
        ...(hasLessons && { deliveryText: onlineDelivery }),
      });
      if (!order) return false;
      if (order.state === 'paid') return true;
      // Mailboxes such as `no-reply@` are not read.
      if (!isAnswerable(lead.email)) return true;
      const mail = { occasion: 'placed', audience: 'buyer', about: 'order' } as const;
      const cents = dueNowCents(order, await listDues(transaction, order.id));
      await queueOrderMail(deps, transaction, order, { ...mail, cents });
      return true;
    },
    findForLead: (db, leadId) => findLink(db, { leadId }),
    lockForBooking: (transaction, bookingId) =>
      findOrder(transaction, { bookingId }, { lock: true }),
    async findHoldEnd({ startsAt, ...session }, entered) {
      const settings = await deps.readSettings();
      const { offers, payments } = settings;
      const option = findSessionType(session, offers.mentorshipOptions);
      const methods = readPaymentMethods(deps, settings);
      const purchase = toSessionPurchase(session, offers.mentorshipOptions);
      if (!option || !purchase || methods.length === 0) return undefined;
      const asked = entered && { ...entered, offerId: option.id };
      const { amountCents } = entered
        ? await applyCode(deps, entered.transaction, purchase, { buyer: session, entered: asked })
        : purchase;
      return option.payment === 'confirm' && amountCents > 0
        ? toHoldEnd({ ...payments, startsAt, methods, now: deps.now() })
        : undefined;
    },
    async placeForBooking(transaction, booking, entered) {
      const settings = await deps.readSettings();
      const purchase = toSessionPurchase(booking, settings.offers.mentorshipOptions);
      const of = { bookingId: booking.id };
      const usual = new Date(+deps.now() + settings.payments.daysToPay * dayMs);
      // Nothing is due after its session. One that the mentor adds may have begun.
      const isSoon = booking.startsAt > deps.now() && booking.startsAt < usual;
      const expiresAt = booking.heldUntil ?? (isSoon ? booking.startsAt : usual);
      const { startsAt } = booking;
      const asked = entered && { ...entered, offerId: booking.sessionTypeId };
      const placed = {
        of,
        buyer: booking,
        purchase,
        settings,
        startsAt,
        expiresAt,
        entered: asked,
      };
      await placeOrder(deps, transaction, placed);
    },
    findForBooking: (db, bookingId) => findLink(db, { bookingId }),
    async isUnconfirmed(db, bookingId) {
      const order = await findOrder(db, { bookingId });
      return order !== undefined && !isPaidFor(order.state) && isUnconfirmed(db, order.reference);
    },
    async findMoney(db, bookingId) {
      const order = await findOrder(db, { bookingId });
      if (!order) return undefined;
      const allocated = new Set((await listAllocatedPayments(db, order.id)).map(({ id }) => id));
      const open = (await listRefundsOf(db, order.id)).filter(
        ({ paymentId, state }) =>
          allocated.has(paymentId) && (state === 'sent' || state === 'unknown'),
      );
      const openCents = open.reduce((sum, { amountCents }) => sum + amountCents, 0);
      const { unallocatedCents, ...money } = await sumOpenMoney(db, order.id);
      return {
        orderId: order.id,
        paidCents: order.paidCents,
        leftCents: order.paidCents - order.refundedCents - openCents,
        unallocatedCents,
        isWhole: order.paidCents > 0 && order.refundedCents === 0 && openCents === 0,
        testText: describeTestMoney(money),
      };
    },
    async cancelForBooking(transaction, bookingId, cancelledAt) {
      const order = await findOrder(transaction, { bookingId }, { lock: true });
      // A package stays with its buyer, who can book its sessions again.
      const isFree = order?.amountCents === 0 && !order.item.package;
      if (!order || !(isFree || order.state === 'awaiting' || order.state === 'expired')) return;
      const cancelled = { state: 'cancelled', cancelledAt } as const;
      const ended = await updateOrder(transaction, order.id, cancelled);
      await endInvoice(deps, transaction, ended, 'Order cancelled');
    },
    async reopenForBooking(transaction, bookingId, cancelledAt) {
      const order = await findOrder(transaction, { bookingId }, { lock: true });
      if (order?.state !== 'cancelled' || +(order.cancelledAt ?? 0) !== +cancelledAt) return;
      if (order.amountCents === 0) {
        await updateOrder(transaction, order.id, { state: 'paid', cancelledAt: null });
        return;
      }
      const reopened = { state: 'awaiting', cancelledAt: null } as const;
      await renewInvoice(deps, transaction, await updateOrder(transaction, order.id, reopened));
    },
    async markForBooking(transaction, bookingId, { isPaid, reference, by }) {
      const of = { bookingId };
      const order = await findOrder(transaction, of, { lock: true });
      if (!order) return true;
      await markByHand(deps, transaction, order, { isPaid, note: reference, by });
      const marked = await findOrder(transaction, of);
      return marked !== undefined && isPaidFor(marked.state) === isPaid;
    },
    async hasUnallocatedForBooking(db, bookingId) {
      const order = await findOrder(db, { bookingId });
      return order?.paidCents === 0 && Boolean(await findWholeUnallocated(db, order));
    },
    async allocateForBooking(transaction, bookingId) {
      const order = await findOrder(transaction, { bookingId }, { lock: true });
      if (order?.state === 'paid') return;
      const reopened = { state: 'awaiting', cancelledAt: null } as const;
      if (order?.state === 'cancelled' && order.paidCents > 0) {
        const awaiting = await updateOrder(transaction, order.id, reopened);
        await renewInvoice(deps, transaction, awaiting);
        return;
      }
      const payment = order && (await findWholeUnallocated(transaction, order));
      if (!payment) throw new Error('There is no unallocated money for this booking');
      const awaiting = await updateOrder(transaction, order.id, reopened);
      if (!(await allocatePayment(deps, transaction, { order: awaiting, payment })))
        throw new Error('This booking does not take place');
    },
  };
}
