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
    ...(order.isTest && { latestEnd: toTestEnd(startsAt) }),
  });
  return order;
}

const toTestEnd = (startsAt: Date) => new Date(+startsAt + testAccessMs);

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
  const { id, customerId, bookingId, paidAt, item, isTest } = order;
  if (!item.package || customerId === null || paidAt === null) return order;
  const { sessions, ...terms } = item.package;
  const origin = { source: 'order', sourceId: id } as const;
  // The sessions of a course end with it.
  const [course] = await listEntitlementsFrom(transaction, origin);
  const { id: entitlementId } = await grantSessions(deps, transaction, {
    ...{ customerId, ...origin, ...terms, startsAt: paidAt, granted: sessions },
    latestEnd: course?.endsAt ?? (isTest ? toTestEnd(paidAt) : null),
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
  /** The library, or the page that books the sessions if there is no course: `/library/<token>`. */
  path: string;
  /** The course with lessons, and when they open: null if they are open. */
  course: { opensAt: Date | null } | null;
  /** How many sessions are to be booked; null without any. */
  sessionsLeft: number | null;
}

/** Returns what an order opened, unless it was taken back, is over or has no lessons yet. */
export async function findDelivery(
  db: Executor,
  { libraryLinks, now }: Pick<PaymentDeps, 'libraryLinks' | 'now'>,
  { id: sourceId, customerId, courseId }: Order,
): Promise<Delivery | undefined> {
  const customer = customerId === null ? undefined : await findCustomer(db, customerId);
  if (!customer) return undefined;
  const origin = { source: 'order', sourceId } as const;
  const at = now();
  const [sold] = await listPackagesFrom(db, origin);
  const sessionsLeft = sold && isOpen(sold, at) ? sold.left : null;
  const [given] = courseId === null ? [] : await listEntitlementsFrom(db, origin);
  const hasLessons =
    given !== undefined &&
    isOpen(given, given.startsAt > at ? given.startsAt : at) &&
    (await listContents(db, [given.courseId])).has(given.courseId);
  if (!hasLessons && sessionsLeft === null) return undefined;
  const course = hasLessons ? { opensAt: given.startsAt > at ? given.startsAt : null } : null;
  const library = libraryLinks.toPath(customer);
  const path = sold && !course ? `${library}/sessions/${sold.id}` : library;
  return { path, course, sessionsLeft };
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
