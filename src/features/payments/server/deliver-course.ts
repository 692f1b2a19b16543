import { spendSession } from '#features/booking/server/index.ts';
import { isOpen } from '#features/customers/rules/index.ts';
import {
  findCustomer,
  findOrAddCustomer,
  grantAccess,
  grantSessions,
  listEntitlementsFrom,
  listPackagesFrom,
  openAccessNow,
  revokeFrom,
} from '#features/customers/server/index.ts';
import { listContents } from '#features/lessons/server/index.ts';
import { findOrder, type Order, updateOrder } from '#features/orders/server/index.ts';
import { toDeliveryStart } from '#features/payments/rules/delivery-start.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import type { PaymentDeps } from './payment-deps.ts';

/** How long test money opens a course: long enough to try it. In milliseconds. */
const testAccessMs = 86_400_000;

/** Returns a locked order that has money with its customer. An erased buyer stays without one. */
async function withCustomer(transaction: Transaction, order: Order): Promise<Order> {
  if (order.customerId !== null || order.name === null) return order;
  const { name, email, phone } = order;
  const customer = await findOrAddCustomer(transaction, { name, email, phone });
  return updateOrder(transaction, order.id, { customerId: customer.id });
}

/**
 * Makes the buyer of a locked order a customer, and opens its course once the order is paid: right away, or after
 * the cooling-off period. A repeat changes nothing. Returns the order.
 */
async function deliverCourse(
  { now }: Pick<PaymentDeps, 'now'>,
  transaction: Transaction,
  paid: Order,
): Promise<Order> {
  const order = await withCustomer(transaction, paid);
  const { customerId, courseId, paidAt } = order;
  if (courseId === null || customerId === null || paidAt === null) return order;
  const startsAt = toDeliveryStart(order, paidAt, now());
  await grantAccess(transaction, {
    customerId,
    courseId,
    source: 'order',
    sourceId: order.id,
    createdAt: now(),
    startsAt,
    ...(order.isTest && { latestEnd: new Date(+startsAt + testAccessMs) }),
  });
  return order;
}

/**
 * Delivers a locked order that has money: its course, and once it is paid the other sessions of its package. A
 * repeat changes nothing. Returns the order.
 */
export async function deliverOrder(
  deps: Pick<PaymentDeps, 'now' | 'readSettings'>,
  transaction: Transaction,
  paid: Order,
): Promise<Order> {
  const order = await deliverCourse(deps, transaction, paid);
  const { id, customerId, bookingId, paidAt, item } = order;
  if (!item.package || customerId === null || paidAt === null) return order;
  const { sessions, validMonths, ...type } = item.package;
  const { id: entitlementId } = await grantSessions(deps, transaction, {
    ...{ customerId, source: 'order', sourceId: id },
    ...{ startsAt: paidAt, validMonths, granted: sessions },
    ...{ ...type, sessionType: item.title },
  });
  if (bookingId !== null) await spendSession(transaction, bookingId, entitlementId);
  return order;
}

/** Takes back what a locked order opened. */
export const endDelivery = (
  { now }: Pick<PaymentDeps, 'now'>,
  transaction: Transaction,
  { id: sourceId }: Order,
  reason: string,
) => revokeFrom(transaction, { source: 'order', sourceId }, { at: now(), reason });

/** What a paid order opened. */
export interface Delivery {
  /** `/library/<token>`. */
  path: string;
  /** When the lessons open; null if they are open. */
  opensAt: Date | null;
  /** How many sessions of the package are to be booked; null for a course. */
  sessionsLeft: number | null;
}

/** Returns what an order opened, unless it was taken back, is over or has no lessons yet. */
export async function findDelivery(
  db: Executor,
  { libraryLinks, now }: Pick<PaymentDeps, 'libraryLinks' | 'now'>,
  { id: sourceId, customerId, courseId, item }: Order,
): Promise<Delivery | undefined> {
  const customer = customerId === null ? undefined : await findCustomer(db, customerId);
  if (!customer) return undefined;
  const path = libraryLinks.toPath(customer);
  const at = now();
  if (item.package) {
    const [sold] = await listPackagesFrom(db, { source: 'order', sourceId });
    return sold && isOpen(sold, at)
      ? { path, opensAt: null, sessionsLeft: sold.granted - sold.used }
      : undefined;
  }
  if (courseId === null) return undefined;
  const [given] = await listEntitlementsFrom(db, { source: 'order', sourceId });
  if (!given || !isOpen(given, given.startsAt > at ? given.startsAt : at)) return undefined;
  if (!(await listContents(db, [courseId])).has(courseId)) return undefined;
  return { path, opensAt: given.startsAt > at ? given.startsAt : null, sessionsLeft: null };
}

/** Opens a paid course before the cooling-off period is over, as its buyer chooses. A repeat does nothing. */
export const startNow = (
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  orderId: string,
): Promise<void> =>
  db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id: orderId }, { lock: true });
    if (order?.state !== 'paid' || !order.item.isDigital || order.startNowAt) return;
    await updateOrder(transaction, orderId, { startNowAt: now() });
    await openAccessNow(transaction, orderId, now());
  });
