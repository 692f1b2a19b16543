import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createOrderPort, createOrderServices } from '#features/billing/server/index.ts';
import { findSettlement } from '#features/booking/rules/index.ts';
import {
  type BookingDeps,
  createBookingServices,
  createManageLinks,
  releaseEndedHolds,
} from '#features/booking/server/index.ts';
import { createLibraryLinks } from '#features/customers/server/index.ts';
import { isInvoice, unpaidCents } from '#features/documents/rules/index.ts';
import { createDocumentWriter } from '#features/documents/server/index.ts';
import { describePart } from '#features/orders/rules/index.ts';
import { createPayLinks } from '#features/orders/server/index.ts';
import { payStage } from '#features/payments/rules/index.ts';
import {
  createPaymentServices,
  type PaymentDeps,
  settlePayment,
} from '#features/payments/server/index.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { courses } from '#platform/db/schema/content-schema.ts';
import { customers, entitlements } from '#platform/db/schema/library-schema.ts';
import { documents, dues, orders, payments, refunds } from '#platform/db/schema/order-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { AppError } from '#platform/errors/errors.ts';
import { createLimiter } from '#platform/limits/limiter.ts';
import { formatBriefRand } from '#rules/money.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { addPlanCourses } from './plan-courses.ts';
import type { TestSite } from './site.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const visitor = { ipAddress: '192.0.2.1' };
const mentor = 'mentor@example.com';
const company = { company: 'Kasi Traders (Pty) Ltd', address: null, vatNumber: null };

/** An amount that arrives: what is asked for, all that is left, the price, or any other. */
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('due', 'due', 'left', 'price') },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 250_001 }) },
);
type Amount = typeof amount extends fc.Arbitrary<infer Value> ? Value : never;

/** What can happen to an order. `which` chooses a payment. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('pay' as const), amount, isRepeated: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('record' as const), amount, waivesRest: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('allocate' as const),
      which: fc.nat(9),
      waivesRest: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: fc.nat(9),
      percent: fc.nat(100),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('mark', 'undo', 'waive', 'remind', 'invoice', 'cancel-order'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel-session', 'cancel-by-mentor', 'rebook', 'delete-session'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.integer({ min: 1, max: 30_000 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A random order and what happens to it. */
export const orderHistory = fc.record({
  kind: fc.constantFrom('plan', 'session', 'held'),
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
});
export type OrderHistory = typeof orderHistory extends fc.Arbitrary<infer Value> ? Value : never;

const sum = <Row>(rows: readonly Row[], read: (row: Row) => number): number =>
  rows.reduce((total, row) => total + read(row), 0);

const nothing = async () => {};

/**
 * Plays histories of orders on a site without its jobs, and compares what its pages, lists and sums say with
 * the rows. The start of a history is a history, too, so they are compared at its end.
 */
export function createHistoryPlayer({ api, clock }: Pick<TestSite, 'api' | 'clock'>, begin: Date) {
  const { db, pool } = api;
  const payLinks = createPayLinks(api.secret);
  const manageLinks = createManageLinks(api.secret);
  const deps: PaymentDeps = {
    ...api.jobs,
    ...api,
    payLinks,
    libraryLinks: createLibraryLinks(api.secret),
    manageLinks,
    now: () => clock.now ?? begin,
    limiter: createLimiter({ pool, isAlone: false, isEnabled: false }),
    mailer: { send: async () => ({ answer: 'Sent' }) },
    sendMail: nothing,
    verifyPayment: nothing,
    siteUrl: 'http://localhost:3000',
    mailboxDirectory: api.directories.mailbox,
    readFreeBytes: async () => Number.MAX_SAFE_INTEGER,
    hasAlertMails: false,
    ledger: { record: nothing },
    writeDocument: createDocumentWriter(),
    isLocal: true,
    providers: [],
  };
  const port = createOrderPort(deps);
  const bookingDeps: BookingDeps = { ...deps, manageLinks, orders: port, releaseHold: nothing };
  const money = createPaymentServices(deps);
  const desk = createOrderServices(deps);
  const sessions = createBookingServices(bookingDeps);

  const passTime = (minutes: number) => {
    clock.now = new Date(+deps.now() + minutes * minuteMs + 265);
  };

  /** Places the order of a history. */
  async function place(kind: OrderHistory['kind']) {
    const buyer = { name: 'Zoë 𝗧. O’Neill', email: 'zoe@example.com', phone: null };
    return db.transaction(async (transaction) => {
      if (kind === 'plan') {
        const lead = { ...buyer, id: randomUUID(), courseId: planCourses['course-inquiry'] };
        await port.placeForLead(transaction, lead, { at: deps.now(), saleEndTime: null });
      } else {
        const session = {
          ...buyer,
          sessionType: '1-on-1 Session',
          sessionMinutes: 60,
          startsAt: new Date(+begin + 10 * dayMs),
          meetingType: 'Zoom',
          tradingKnowledge: 'Beginner',
          notes: '',
          heldUntil: kind === 'held' ? new Date(+begin + 600 * minuteMs) : null,
        };
        const [booking] = await transaction.insert(bookings).values(session).returning();
        if (booking) await port.placeForBooking(transaction, booking);
      }
      const [order] = await transaction.select().from(orders);
      if (!order) throw new Error('No order was placed');
      return order;
    });
  }

  const readOrder = async (id: string) => {
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    if (!order) throw new Error('The order is gone');
    return order;
  };

  /** What arrives, in cents. */
  async function toCents(token: string, wanted: Amount): Promise<number> {
    const page = await money.findPayPage(token);
    if (!page) throw new Error('The page is gone');
    if (wanted === 'price') return page.amountCents;
    if (wanted === 'due') return page.dueNowCents || page.amountCents;
    return wanted === 'left' ? page.amountCents - page.paidCents || page.amountCents : wanted;
  }

  async function take({ id, token }: Played, next: Step): Promise<void> {
    const order = await readOrder(id);
    const own = await db.select().from(payments).where(eq(payments.orderId, id));
    const choose = (which: number) => own[which % Math.max(1, own.length)]?.id ?? randomUUID();
    const { bookingId } = order;
    const [booking] = bookingId
      ? await db.select().from(bookings).where(eq(bookings.id, bookingId))
      : [];
    const edited = booking && { id: booking.id, version: booking.version, message: null };
    switch (next.do) {
      case 'pay': {
        const received = {
          provider: 'paystack',
          providerPaymentId: `${order.reference}.${next.isRepeated ? 1 : own.length + 1}`,
          orderReference: order.reference,
          amountCents: await toCents(token, next.amount),
          currency: 'ZAR',
          isTest: false,
          isVerified: true,
        } as const;
        await db.transaction((transaction) => settlePayment(deps, transaction, received));
        return;
      }
      case 'record': {
        const amount_cents = await toCents(token, next.amount);
        const part = { id, amount_cents, note: null, paid_on: null, address: null };
        return money.recordPart({ ...part, waives_rest: next.waivesRest }, mentor);
      }
      case 'allocate': {
        const part = { id, amount_cents: 1, note: null, paid_on: null, address: null };
        const payment_id = choose(next.which);
        return money.recordPart({ ...part, payment_id, waives_rest: next.waivesRest }, mentor);
      }
      case 'refund': {
        const payment = own.find((one) => one.id === choose(next.which));
        const left = payment ? payment.amountCents - payment.refundedCents : 1;
        const refund = {
          id: randomUUID(),
          payment_id: choose(next.which),
          amount_cents: Math.max(1, Math.ceil((left * next.percent) / 100)),
          reason: 'Asked for',
          by_hand: true,
          ends_access: next.percent % 2 === 0,
        };
        return money.refundOrder({ orderId: id, refund }, mentor);
      }
      case 'mark':
        return money.markPaid({ id, note: null }, mentor);
      case 'undo':
        return money.undoPaid({ id }, mentor);
      case 'waive':
        return money.waiveOrder({ id });
      case 'remind':
        await desk.remindBuyer({ id });
        return;
      case 'invoice':
        return money.requestInvoice({ token, details: company }, visitor);
      case 'cancel-order':
        return money.cancelOrder({ id });
      case 'cancel-session':
        if (booking) await sessions.cancelBooking({ id: booking.id }, visitor);
        return;
      case 'cancel-by-mentor':
        if (edited) await sessions.cancelByMentor(edited);
        return;
      case 'rebook': {
        const startsAt = new Date(+begin + (100 + own.length) * dayMs);
        if (edited) await sessions.moveByMentor({ ...edited, startsAt });
        return;
      }
      case 'delete-session':
        if (booking) await sessions.deleteBooking({ id: booking.id });
        return;
      case 'wait':
        passTime(next.minutes);
        await releaseEndedHolds(bookingDeps);
        return desk.keepOrders();
    }
  }

  /** Compares what the client and the mentor read with the rows. */
  async function compare({ id, token }: Played): Promise<void> {
    const order = await readOrder(id);
    const { state, amountCents, paidCents, refundedCents } = order;
    const own = await db.select().from(payments).where(eq(payments.orderId, id));
    const live = own.filter(({ undoneAt }) => undoneAt === null);
    const placed = live.filter(({ isUnallocated }) => !isUnallocated);
    const others = live.filter(({ isUnallocated }) => isUnallocated);
    const sentBack = await db.select().from(refunds);
    const ofPlaced = sentBack.filter(({ paymentId }) => placed.some((one) => one.id === paymentId));
    const unallocatedCents = sum(others, (one) => one.amountCents - one.refundedCents);
    const returnedCents = sum(others, (one) => one.refundedCents);
    const isOpen = state === 'awaiting' || state === 'expired';
    const leftCents = isOpen ? amountCents - paidCents : 0;

    // The rows agree with each other.
    expect(paidCents).toBe(sum(placed, (one) => one.amountCents));
    expect(refundedCents).toBe(sum(placed, (one) => one.refundedCents));
    expect(refundedCents).toBe(sum(ofPlaced, (one) => one.amountCents));
    expect(0 <= refundedCents && refundedCents <= paidCents && paidCents <= amountCents).toBe(true);
    const papers = await db.select().from(documents);
    const ofMoney = papers.filter(({ data }) => data.payment);
    const totals = (isNote: boolean) =>
      sum(
        ofMoney.filter(({ kind }) => (kind === 'credit note') === isNote),
        ({ data }) => data.totalCents,
      );
    expect(totals(false) - totals(true)).toBe(paidCents - refundedCents);
    // Invoices ask for what the order asks for, if its buyer wanted one.
    const all = papers.map(({ data }) => data);
    const invoices = all.filter(isInvoice);
    const invoiced = sum(invoices, (invoice) => unpaidCents(invoice, all));
    expect(invoiced).toBe(invoices.length > 0 ? leftCents : 0);
    expect(papers.length).toBe(new Set(papers.map(({ number }) => number)).size);
    const asked = await db.select().from(dues).where(eq(dues.orderId, id));
    expect(sum(asked, (due) => due.amountCents)).toBe(amountCents);
    const waivedCents = sum(asked, (due) => due.waivedCents);
    if (state === 'paid') expect(waivedCents).toBe(amountCents - paidCents);
    if (isOpen) expect(waivedCents).toBe(0);

    // The client's page.
    const page = await money.findPayPage(token);
    expect(page).toMatchObject({ state, amountCents, paidCents, refundedCents });
    expect(page).toMatchObject({ unallocatedCents, returnedCents });
    if (!page) return;
    const takesMoney = page.obstacle === null;
    if (takesMoney) expect(leftCents).toBeGreaterThan(0);
    expect(page.isPayable).toBe(takesMoney && unallocatedCents === 0);
    expect(sum(page.dues, (due) => due.openCents)).toBe(leftCents);
    expect(page.dueNowCents).toBe(page.dues.find(({ openCents }) => openCents > 0)?.openCents ?? 0);
    const isPart = paidCents > 0 && paidCents < amountCents;
    const rest = formatBriefRand(amountCents - paidCents);
    const ends = { awaiting: `, ${rest} left`, paid: `, ${rest} waived` };
    const end = ends[state as keyof typeof ends] ?? '';
    const part = `${formatBriefRand(paidCents)} of ${formatBriefRand(amountCents)} paid${end}`;
    expect(page.partText).toBe(isPart ? part : null);
    const stage = payStage(page, { hasReturned: false });
    if (paidCents > 0) expect(['released', 'expired']).not.toContain(stage);
    expect(stage === 'paid').toBe(state === 'paid');
    expect(stage === 'refunded').toBe(refundedCents > 0);
    expect(page.decision !== null).toBe(unallocatedCents > 0);

    // The session.
    const { bookingId } = order;
    const [booking] = bookingId
      ? await db.select().from(bookings).where(eq(bookings.id, bookingId))
      : [];
    if (paidCents > 0 && booking && !booking.cancelledAt) expect(booking.heldUntil).toBeNull();
    if (state === 'paid' && booking && !booking.deletedAt) expect(booking.paidAt).not.toBeNull();
    const managed = booking && (await sessions.findManagedBooking(manageToken(booking.id)));
    const link = managed?.payLink;
    if (link) expect(link).toMatchObject({ amountCents: page.dueNowCents });
    if (link && isPart) expect(link.partText).toBe(part);

    // A paid course is open, and what was refunded or undone is not.
    const access = await db.select().from(entitlements);
    const isEnded = ofPlaced.some(({ endsAccess }) => endsAccess);
    const isDelivered =
      state === 'paid' || (state === 'partly-refunded' && order.paidAt && !isEnded);
    const open = access.filter(({ revokedAt }) => revokedAt === null);
    expect(open).toHaveLength(isDelivered && order.courseId ? 1 : 0);
    for (const { customerId, courseId, sourceId } of access)
      expect([customerId, courseId, sourceId]).toEqual([order.customerId, order.courseId, id]);

    // The mentor's list and tasks.
    const { items } = await desk.listOrders({ search: order.reference, limit: 50 });
    const [listed] = items;
    expect(items).toHaveLength(1);
    expect(listed).toMatchObject({ state, amountCents, paidCents, refundedCents });
    expect(listed?.hasUnallocated).toBe(unallocatedCents > 0);
    expect(listed && (describePart(listed) ?? null)).toBe(page.partText);
    const counts = await desk.countOrders();
    expect(counts.states[state]).toBe(1);
    const problems = await desk.listProblems();
    expect(problems.unallocated.map((one) => one.id)).toEqual(unallocatedCents > 0 ? [id] : []);
    const settlement = booking && findSettlement(booking.changes);
    if (state === 'cancelled' && paidCents > 0 && settlement?.outcome !== 'nothing')
      expect([...problems.cancelled, ...problems.cancelledParts]).toHaveLength(1);

    // The sums, over all years in which money can have moved.
    const years = [0, 1, 2].map((more) => String(begin.getUTCFullYear() + more));
    const sums = await Promise.all(years.map((period) => desk.sumOrders({ period })));
    const received = sum(sums, (one) => one.paidCents - one.unallocated.paidCents);
    const returned = sum(sums, (one) => one.refundedCents - one.unallocated.refundedCents);
    expect([received, returned]).toEqual([paidCents, refundedCents]);
  }

  const manageToken = (bookingId: string) => manageLinks.toPath(bookingId).split('/').at(-1) ?? '';

  return async ({ kind, steps }: OrderHistory): Promise<void> => {
    // Those that refer to others come first.
    for (const table of [documents, refunds, payments, dues, orders, bookings, mailDeliveries])
      await db.delete(table);
    for (const table of [customers, courses]) await db.delete(table);
    await addPlanCourses({ pool });
    clock.now = begin;
    const { id } = await place(kind);
    const played = { id, token: payLinks.toPath(id).split('/').at(-1) ?? '' };
    for (const next of steps) {
      passTime(1);
      await take(played, next).catch(requireRefusal);
    }
    await compare(played);
  };
}

/** The order of a history, and its private link. */
interface Played {
  id: string;
  token: string;
}

/** A refusal is an answer. Anything else is a fault. */
function requireRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
