import type {
  ListedOrder,
  OrderCounts,
  OrderDetails,
  OrderDispute,
  OrderNotification,
  OrderPayment,
  OrderProblems,
  OrderRefund,
  OrderSums,
  PaymentSetUp,
} from '#features/billing/rules/listed-order.ts';
import type { OrderQuery } from '#features/billing/rules/order-query.ts';
import { toPeriod } from '#features/billing/rules/to-period.ts';
import { lacksBuyerAddress } from '#features/documents/rules/index.ts';
import { listPapersOf, toListedPaper } from '#features/documents/server/index.ts';
import type { ListedProof } from '#features/payments/rules/index.ts';
import {
  listNotificationsOf,
  listOpenDisputes,
  listPaymentsOf,
  listProofs,
  listRefundsOf,
  type Notification,
  type Payment,
  type PaymentDeps,
  type Proof,
  type Refund,
  readPaymentMethods,
  sumForgeries,
} from '#features/payments/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { recordNotFound } from '#platform/errors/errors.ts';
import type { ListPage } from '#rules/list-page.ts';
import { endingOf } from '#rules/stored-file.ts';
import {
  countOrderRows,
  findListedOrder,
  type ListedRow,
  listOrderRows,
  listUnplacedOrders,
} from './queries/order-list.ts';
import {
  checkUnrestoredPayment,
  listProblemNotifications,
  listProblemRefunds,
  listUnrestoredPayments,
  sumMoney,
} from './queries/order-problems.ts';

type ReadDeps = Omit<PaymentDeps, 'db'> & { db: Executor };

const iso = (at: Date | null) => at?.toISOString() ?? null;

const toListed = (
  { payLinks, providers }: Pick<PaymentDeps, 'payLinks' | 'providers'>,
  row: ListedRow,
): ListedOrder => ({
  ...row,
  is_test: row.is_test || (row.state === 'awaiting' && providers.some(({ isTest }) => isTest)),
  created_at: row.created_at.toISOString(),
  expires_at: iso(row.expires_at),
  paid_at: iso(row.paid_at),
  said_paid_at: iso(row.said_paid_at),
  start_now_at: iso(row.start_now_at),
  cancelled_at: iso(row.cancelled_at),
  pay_path: payLinks.toPath(row.id),
});

/** Returns one page of the orders, newest first. */
export async function listOrders(
  deps: PaymentDeps,
  query: OrderQuery,
): Promise<ListPage<ListedOrder>> {
  const { items, ...page } = await listOrderRows(deps.db, query);
  return { ...page, items: items.map((row) => toListed(deps, row)) };
}

/** Returns how people can pay now, and the notification address of each provider with keys. */
export async function readPaymentSetUp(deps: PaymentDeps): Promise<PaymentSetUp> {
  const facts = await deps.readFacts();
  return {
    hasBank: readPaymentMethods(deps, facts).includes('bank'),
    providers: deps.providers.map(({ name, label, isTest }) => ({
      name,
      label,
      is_test: isTest,
      notify_url: new URL(`/api/payments/${name}`, facts.calendar.siteUrl).href,
    })),
  };
}

/** Counts the orders in each state, and those that need attention. */
export const countOrders = ({ db }: PaymentDeps): Promise<OrderCounts> => countOrderRows(db);

/** Returns an order with its payments, refunds, papers, proofs and notifications. Throws 404. */
export async function getOrder(deps: ReadDeps, { id }: { id: string }): Promise<OrderDetails> {
  const { db } = deps;
  const row = await findListedOrder(db, id);
  if (!row) throw recordNotFound();
  const payments = await listPaymentsOf(db, id);
  const { seller } = (await deps.readFacts()).payments;
  const asked = { amountCents: row.amount_cents, buyerAddress: row.buyer_address };
  return {
    ...toListed(deps, row),
    needs_address: row.paid_cents === 0 && lacksBuyerAddress(asked, seller),
    payments: payments.map((payment) => toOrderPayment(deps, payment)),
    refunds: (await listRefundsOf(db, id)).map(toOrderRefund),
    papers: (await listPapersOf(db, id)).map((paper) => toListedPaper(deps, paper)),
    proofs: (await listProofs(db, id)).map(toListedProof),
    disputes: (await listOpenDisputes(db, { orderId: id })).map(toDispute),
    notifications: (await listNotificationsOf(db, row.reference)).map(toOrderNotification),
  };
}

const toOrderPayment = ({ providers }: ReadDeps, payment: Payment): OrderPayment => ({
  id: payment.id,
  provider: payment.provider,
  provider_payment_id: payment.providerPaymentId,
  amount_cents: payment.amountCents,
  refunded_cents: payment.refundedCents,
  received_at: payment.receivedAt.toISOString(),
  is_unplaced: payment.isUnplaced,
  is_test: payment.isTest,
  can_refund: providers.some(({ name }) => name === payment.provider),
  note: payment.note,
  marked_by: payment.markedBy,
  undone_at: iso(payment.undoneAt),
});

const toDispute = ({
  id,
  orderId,
  reference,
  provider,
  amountCents,
  dueAt,
}: Awaited<ReturnType<typeof listOpenDisputes>>[number]): OrderDispute => ({
  id,
  order_id: orderId,
  reference,
  provider,
  amount_cents: amountCents,
  due_at: iso(dueAt),
});

const toOrderRefund = (refund: Refund): OrderRefund => ({
  id: refund.id,
  payment_id: refund.paymentId,
  amount_cents: refund.amountCents,
  state: refund.state,
  created_at: refund.createdAt.toISOString(),
  created_by: refund.createdBy,
  note: refund.note,
  message: refund.message,
});

const toListedProof = ({ id, orderId, path, size, createdAt }: Proof): ListedProof => ({
  id,
  size,
  received_at: createdAt.toISOString(),
  format: endingOf(path).toUpperCase(),
  href: `/api/orders/${orderId}/proofs/${id}`,
});

const toOrderNotification = (notification: Notification): OrderNotification => ({
  id: notification.id,
  provider: notification.provider,
  state: notification.state,
  reason: notification.reason,
  order_reference: notification.orderReference,
  provider_payment_id: notification.providerPaymentId,
  received_at: notification.receivedAt.toISOString(),
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long a provider takes at most to send a refund, in milliseconds. */
const maxRefundMs = 10 * dayMs;

/** Returns what needs the mentor's attention. */
export async function listProblems(deps: PaymentDeps): Promise<OrderProblems> {
  const { db } = deps;
  const now = +deps.now();
  const refusedSince = new Date(now - 30 * dayMs);
  const { refused, unconfirmed } = await listProblemNotifications(db, {
    refusedSince,
    pendingBefore: new Date(now - hourMs),
  });
  const refunds = await listProblemRefunds(db, { sentBefore: new Date(now - maxRefundMs) });
  const forged = await sumForgeries(db, refusedSince);
  return {
    refused: refused.map(toOrderNotification),
    forged: forged.map(({ lastAt, ...sum }) => ({ ...sum, last_at: iso(lastAt) })),
    disputes: (await listOpenDisputes(db)).map(toDispute),
    unconfirmed: unconfirmed.map(toOrderNotification),
    unplaced: (await listUnplacedOrders(db)).map((row) => toListed(deps, row)),
    refunds: refunds.map(({ refund, orderId, reference }) => ({
      ...toOrderRefund(refund),
      order_id: orderId,
      reference,
    })),
    unrestored: (await listUnrestoredPayments(db)).map((payment) => ({
      id: payment.id,
      provider: payment.provider,
      provider_payment_id: payment.providerPaymentId,
      order_reference: payment.orderReference,
      order_id: payment.orderId,
      amount_cents: payment.amountCents,
      received_at: payment.receivedAt.toISOString(),
      backup_made_at: payment.backupMadeAt.toISOString(),
    })),
  };
}

/** Removes a payment from the list of those that a restored backup does not have. Throws 404. */
export async function markUnrestoredChecked({ db, now }: PaymentDeps, { id }: { id: string }) {
  if (!(await checkUnrestoredPayment(db, id, now()))) throw recordNotFound();
}

/** Sums the money of a month or a year by item, without test money. */
export async function sumOrders(
  { db, readFacts }: PaymentDeps,
  { period }: { period: string },
): Promise<OrderSums> {
  const { booking: clock } = await readFacts();
  const items = await sumMoney(db, toPeriod(period, clock));
  const sum = (name: 'paid_cents' | 'refunded_cents') =>
    items.reduce((total, item) => total + item[name], 0);
  return { items, paid_cents: sum('paid_cents'), refunded_cents: sum('refunded_cents') };
}
