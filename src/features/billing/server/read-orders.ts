import type { OrderQuery } from '#features/billing/rules/order-query.ts';
import { toPeriod } from '#features/billing/rules/to-period.ts';
import { type GivenAccess, readOrderAccess } from '#features/customers/server/index.ts';
import { lacksBuyerAddress } from '#features/documents/rules/index.ts';
import { listDocumentsOf, toListedDocument } from '#features/documents/server/index.ts';
import { findNextDue, leftToPay, toDues } from '#features/orders/rules/index.ts';
import { findOrderObstacle, listDues, listDuesOf } from '#features/orders/server/index.ts';
import {
  listNotificationsOf,
  listOpenDisputes,
  listPaymentsOf,
  listProofs,
  listRefundsOf,
  type Notification,
  type PaymentDeps,
  type Refund,
  readPaymentMethods,
  sumForgeries,
} from '#features/payments/server/index.ts';
import { mentorDay } from '#features/settings/server/index.ts';
import { recordNotFound } from '#platform/errors/errors.ts';
import { groupBy } from '#rules/group-by.ts';
import { endingOf } from '#rules/stored-file.ts';
import { addDays } from '#rules/zoned-time.ts';
import { findFirstMoney, sumMoney } from './queries/money-moves.ts';
import {
  countOrderRows,
  findListedOrder,
  type ListedRow,
  listOrderRows,
  listOverdueOrders,
  listReportedOrders,
  listUnallocatedOrders,
} from './queries/order-list.ts';
import {
  checkUnrestoredPayment,
  listCancelledParts,
  listCancelledSessions,
  listProblemNotifications,
  listProblemRefunds,
  listUnrestoredPayments,
} from './queries/order-problems.ts';

const toListed = (
  { payLinks, providers }: Pick<PaymentDeps, 'payLinks' | 'providers'>,
  { hasTestMoney, ...row }: ListedRow,
) => ({
  ...row,
  /** Whether it has test money, or awaits payment while a provider has test keys. */
  isTest: hasTestMoney || (row.state === 'awaiting' && providers.some(({ isTest }) => isTest)),
  /** The buyer’s private page, which the mentor can send them. */
  payPath: payLinks.toPath(row.id),
});

/** What an order has opened of its course, and the sessions that it has given; null if nothing. */
function findAccess(given: GivenAccess[], { id }: ListedRow) {
  const own = given.filter(({ sourceId }) => sourceId === id);
  return {
    access: own.find(({ sessions }) => sessions === null) ?? null,
    packageAccess: own.find(({ sessions }) => sessions !== null) ?? null,
  };
}

/** Returns one page of the orders, newest first, with what they opened. */
export async function listOrders(deps: PaymentDeps, query: OrderQuery) {
  const { items, ...page } = await listOrderRows(deps.db, query);
  const access = await readOrderAccess(
    deps,
    deps.db,
    items.map(({ id }) => id),
  );
  return {
    ...page,
    items: items.map((row) => ({ ...toListed(deps, row), ...findAccess(access, row) })),
  };
}

/** Returns how people can pay now, and the notification address of each provider with keys. */
export async function readPaymentSetUp(deps: PaymentDeps) {
  const settings = await deps.readSettings();
  return {
    hasBank: readPaymentMethods(deps, settings).includes('bank'),
    providers: deps.providers.map(({ name, label, isTest }) => ({
      name,
      label,
      isTest,
      notifyUrl: new URL(`/api/payments/${name}`, settings.calendar.siteUrl).href,
    })),
  };
}

/** Counts the orders in each state, and those that need attention. */
export const countOrders = ({ db }: PaymentDeps) => countOrderRows(db);

/** Returns an order with its payments, refunds, documents, proofs and notifications. Throws 404. */
export async function getOrder(deps: PaymentDeps, { id }: { id: string }) {
  const { db } = deps;
  const row = await findListedOrder(db, id);
  if (!row) throw recordNotFound();
  const payments = await listPaymentsOf(db, id);
  const { seller } = (await deps.readSettings()).payments;
  return {
    ...toListed(deps, row),
    ...findAccess(await readOrderAccess(deps, db, [id]), row),
    /** What keeps it from taking money now; null if it takes money. */
    obstacle: (await findOrderObstacle(db, row, deps.now())) ?? null,
    /** Whether its tax invoice needs the buyer’s address, and it has none. */
    needsAddress: leftToPay(row) > 0 && lacksBuyerAddress(row, seller),
    dues: toDues(row, await listDues(db, id)),
    payments: payments.map(({ orderId: _, ...payment }) => ({
      ...payment,
      /** Whether the site can ask the provider to send it back. */
      canRefund: deps.providers.some(({ name }) => name === payment.provider),
    })),
    refunds: (await listRefundsOf(db, id)).map(toRefund),
    documents: (await listDocumentsOf(db, id)).map((document) => toListedDocument(deps, document)),
    proofs: (await listProofs(db, id)).map(({ id: proofId, path, size, createdAt }) => ({
      id: proofId,
      size,
      receivedAt: createdAt,
      format: endingOf(path).toUpperCase(),
      href: `/api/orders/${id}/proofs/${proofId}`,
    })),
    /** Those that are open. */
    disputes: await listOpenDisputes(db, { orderId: id }),
    notifications: (await listNotificationsOf(db, row.reference)).map(toNotification),
  };
}

const toRefund = ({ providerRefundId: _, bookedAt: _booked, ...refund }: Refund) => refund;

const toNotification = ({
  id,
  provider,
  state,
  reason,
  orderReference,
  providerPaymentId,
  receivedAt,
}: Notification) => ({
  id,
  provider,
  state,
  /** Why it was refused, or is not confirmed yet, for the mentor. */
  reason,
  orderReference,
  providerPaymentId,
  receivedAt,
});

/** Returns orders with what each asks for now. */
async function withNextDue(deps: PaymentDeps, rows: ListedRow[]) {
  const stored = groupBy(
    await listDuesOf(
      deps.db,
      rows.map(({ id }) => id),
    ),
    ({ orderId }) => orderId,
  );
  return rows.map((row) => {
    const next = findNextDue(toDues(row, stored.get(row.id) ?? []));
    return {
      ...toListed(deps, row),
      dueNowCents: next?.openCents ?? leftToPay(row),
      /** A day of the mentor’s calendar; null if it is due with its order. */
      dueOn: next?.dueOn ?? null,
    };
  });
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long a provider takes at most to send a refund, in milliseconds. */
const maxRefundMs = 10 * dayMs;

/** Returns what needs the mentor's attention, newest first. */
export async function listProblems(deps: PaymentDeps) {
  const { db } = deps;
  const now = +deps.now();
  const refusedSince = new Date(now - 30 * dayMs);
  const { refused, unconfirmed } = await listProblemNotifications(db, {
    refusedSince,
    pendingBefore: new Date(now - hourMs),
  });
  const today = mentorDay(deps.now(), (await deps.readSettings()).booking);
  const refunds = await listProblemRefunds(db, { sentBefore: new Date(now - maxRefundMs) });
  return {
    /** Notifications that were refused within 30 days. */
    refused: refused.map(toNotification),
    /** How many notifications with a wrong signature arrived within 30 days. Nothing that they say is stored. */
    forged: await sumForgeries(db, refusedSince),
    disputes: await listOpenDisputes(db),
    /** Notifications that their provider did not confirm when it was asked. */
    unconfirmed: unconfirmed.map((notification) => ({
      ...toNotification(notification),
      /** The provider is asked again with the keys that it has now. */
      isTest: deps.providers.some(({ name, isTest }) => name === notification.provider && isTest),
    })),
    /** Unpaid orders whose buyers say that they have paid. */
    reported: await withNextDue(deps, await listReportedOrders(db)),
    /** Orders that were due, or of which a part was due, within the last 30 days. */
    overdue: await withNextDue(
      deps,
      await listOverdueOrders(db, {
        from: new Date(now - 30 * dayMs),
        to: new Date(now),
        days: { from: addDays(today, -30), to: addDays(today, -1) },
      }),
    ),
    /** Orders with unallocated money. */
    unallocated: (await listUnallocatedOrders(db)).map((row) => toListed(deps, row)),
    /** Refunds that the provider did not answer, refused, or has not sent, with what is left of their payments. */
    refunds: refunds.map(({ refund, ...order }) => ({ ...toRefund(refund), ...order })),
    /** Paid sessions that were cancelled, until they are refunded or booked again. */
    cancelled: await listCancelledSessions(db),
    /** Orders that were cancelled with part payments, without a session that says what happens to them. */
    cancelledParts: await listCancelledParts(db),
    /** Payments that the restored backup does not have, until the mentor has checked them. */
    unrestored: await listUnrestoredPayments(db),
  };
}

/** Removes a payment from the list of those that a restored backup does not have. Throws 404. */
export async function markUnrestoredChecked({ db, now }: PaymentDeps, { id }: { id: string }) {
  if (!(await checkUnrestoredPayment(db, id, now()))) throw recordNotFound();
}

/** Sums the money of a period by item, without test money, as the export of its payments lists it. */
export async function sumOrders({ db, readSettings }: PaymentDeps, { period }: { period: string }) {
  const { booking: clock } = await readSettings();
  const sums = await sumMoney(db, toPeriod(period, clock));
  const total = (name: 'paidCents' | 'refundedCents') =>
    sums.reduce((cents, one) => cents + one[name], 0);
  const since = await findFirstMoney(db);
  return {
    items: sums.flatMap(({ title, ...sum }) => (title === null ? [] : [{ title, ...sum }])),
    /** Money that no order takes. */
    unallocated: sums
      .filter(({ title }) => title === null)
      .map(({ paidCents, refundedCents }) => ({ paidCents, refundedCents }))
      .at(0) ?? { paidCents: 0, refundedCents: 0 },
    /** Of the items and the unallocated money. */
    paidCents: total('paidCents'),
    refundedCents: total('refundedCents'),
    /** The day of the first payment or document. */
    since: since ? mentorDay(since, clock) : null,
  };
}
