import {
  and,
  between,
  desc,
  eq,
  getTableColumns,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { OrderFilter, OrderView } from '#features/billing/rules/order-query.ts';
import { findDocumentNumber, formatDocumentNumber } from '#features/documents/rules/index.ts';
import { findReference, type OrderState, orderStates } from '#features/orders/rules/index.ts';
import {
  hasTestMoney,
  hasUnallocated,
  isWholeUnallocated,
} from '#features/payments/server/index.ts';
import { type Executor, first } from '#platform/db/executor.ts';
import { listByKey } from '#platform/db/keyset.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import {
  documents,
  dues,
  orders,
  paymentNotifications,
  payments,
  refunds,
} from '#platform/db/schema/order-schema.ts';
import { isUnpaid } from '#platform/db/unpaid-orders.ts';
import type { PageQuery } from '#rules/list-page.ts';

/** The longest list of what needs attention. */
export const maxListed = 100;

const isPending = sql`${paymentNotifications.orderReference} = ${orders.reference} and ${paymentNotifications.state} = 'pending'`;

const hasPending = sql<boolean>`exists (select from ${paymentNotifications} where ${isPending})`;

const hasOpenRefund = sql`exists (select from ${refunds} join ${payments} as refunded on refunded.id = ${refunds.paymentId} where refunded.order_id = ${orders.id} and ${refunds.state} in ('sent', 'unknown'))`;

/** Money for a session that was cancelled and belongs to no package: what was paid for it, or what came after that and pays for it in full. */
const needsTime = sql<boolean>`(
    (${orders.paidCents} = 0 and exists (select from ${payments} where ${isWholeUnallocated}))
    or (${orders.paidCents} > 0 and ${orders.refundedCents} = 0 and not ${hasOpenRefund})
  ) and exists (select from ${bookings} where ${bookings.id} = ${orders.bookingId} and ${bookings.cancelledAt} is not null and ${bookings.entitlementId} is null and ${bookings.deletedAt} is null)`;

const columns = {
  ...getTableColumns(orders),
  /** Whether a provider has reported a payment and not confirmed it. */
  isUnconfirmed: hasPending.as('is_unconfirmed'),
  /** Whether it has money that it does not take and that was not sent back. */
  hasUnallocated: hasUnallocated.as('has_unallocated'),
  /** Whether that money pays for a session that was cancelled, so that it can be booked again. */
  needsTime: needsTime.as('needs_time'),
  /** Whether it has test money, also if it does not take it. */
  hasTestMoney: hasTestMoney.as('has_test_money'),
};

export type ListedRow = NonNullable<Awaited<ReturnType<typeof findListedOrder>>>;

/** Returns an order as the admin lists it, if there is one. */
export const findListedOrder = (db: Executor, id: string) =>
  first(db.select(columns).from(orders).where(eq(orders.id, id)));

/** Returns the condition of a search: a reference or a document's number alone, else the name and email. */
function matches(search: string): SQL | undefined {
  if (search === '') return undefined;
  const reference = findReference(search);
  if (reference) return eq(orders.reference, reference);
  const number = findDocumentNumber(search);
  if (number) {
    const named = eq(documents.number, formatDocumentNumber(number));
    return sql`${orders.id} in (select ${documents.orderId} from ${documents} where ${named})`;
  }
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return or(
    ilike(orders.name, pattern),
    ilike(orders.email, pattern),
    ilike(orders.reference, pattern),
  );
}

const views: Record<OrderView, SQL> = {
  awaiting: eq(orders.state, 'awaiting'),
  unconfirmed: hasPending,
  paid: inArray(orders.state, ['paid', 'partly-refunded']),
  unallocated: hasUnallocated,
  refunded: inArray(orders.state, ['partly-refunded', 'refunded']),
  closed: inArray(orders.state, ['expired', 'cancelled']),
};

/** Matches the orders of these leads and bookings. */
const isMadeBy = (ids: string[] | undefined) =>
  ids && or(inArray(orders.leadId, ids), inArray(orders.bookingId, ids));

const toList = ({ state, view, search, of }: OrderFilter) => ({
  table: orders,
  newest: orders.createdAt,
  where: and(matches(search), view && views[view], isMadeBy(of)),
  within: state && { column: orders.state, value: state },
});

/** Returns one page of the matching orders, newest first. */
export const listOrderRows = (
  db: Executor,
  { cursor, limit, ...filter }: OrderFilter & PageQuery,
) => listByKey(db, { ...toList(filter), columns }, { cursor, limit });

const ofPayments = sql`from ${payments} where ${payments.orderId} = ${orders.id} and ${payments.undoneAt} is null`;

/** Returns one page of the matching orders with their payments and documents, for the bookkeeper. */
export const listExportRows = (
  db: Executor,
  { cursor, limit, ...filter }: OrderFilter & PageQuery,
) =>
  listByKey(
    db,
    {
      ...toList(filter),
      columns: {
        ...getTableColumns(orders),
        hasTestMoney: hasTestMoney.as('has_test_money'),
        waivedCents:
          sql<number>`(select coalesce(sum(${dues.waivedCents}), 0)::int from ${dues} where ${dues.orderId} = ${orders.id})`.as(
            'waived_cents',
          ),
        paidBy: sql<
          string | null
        >`(select string_agg(${payments.provider}, ', ' order by ${payments.receivedAt}) ${ofPayments})`.as(
          'paid_by',
        ),
        paymentIds: sql<
          string | null
        >`(select string_agg(${payments.providerPaymentId}, ', ' order by ${payments.receivedAt}) ${ofPayments})`.as(
          'payment_ids',
        ),
        documents: sql<
          string | null
        >`(select string_agg(${documents.number}, ', ' order by ${documents.issuedAt}) from ${documents} where ${documents.orderId} = ${orders.id})`.as(
          'documents',
        ),
      },
    },
    { cursor, limit },
  );

/** Lists the orders with unallocated money, newest first. */
export const listUnallocatedOrders = (db: Executor) =>
  db
    .select(columns)
    .from(orders)
    .where(hasUnallocated)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxListed);

/** Lists the orders whose buyers say that they have paid, the latest first. */
export const listReportedOrders = (db: Executor) =>
  db
    .select(columns)
    .from(orders)
    .where(and(isUnpaid, isNotNull(orders.paymentReportedAt), not(hasUnallocated)))
    .orderBy(desc(orders.paymentReportedAt), desc(orders.id))
    .limit(maxListed);

/** Matches a due that is neither paid nor waived. */
const isOpenDue = sql`${dues.orderId} = ${orders.id} and ${dues.paidAt} is null and ${dues.waivedAt} is null`;

/** Matches an order whose first part is settled. What it asks for then is due on a day. */
const isFirstSettled = sql`exists (select from ${dues} where ${dues.orderId} = ${orders.id} and ${dues.dueOn} is null and ${dues.paidAt} is not null)`;

/**
 * Lists the orders that were due between two instants, or with a part that was due between two days, without a
 * reported payment. The latest come first.
 */
export const listOverdueOrders = (
  db: Executor,
  { from, to, days }: { from: Date; to: Date; days: { from: string; to: string } },
) =>
  db
    .select(columns)
    .from(orders)
    .where(
      and(
        isUnpaid,
        or(
          and(between(orders.expiresAt, from, to), not(isFirstSettled)),
          and(
            gt(orders.paidCents, 0),
            sql`exists (select from ${dues} where ${isOpenDue} and ${dues.dueOn} between ${days.from} and ${days.to})`,
          ),
        ),
        isNull(orders.paymentReportedAt),
        isNotNull(orders.name),
        not(hasPending),
        not(hasUnallocated),
        sql`not exists (select from ${bookings} where ${bookings.id} = ${orders.bookingId} and (${bookings.cancelledAt} is not null or ${bookings.heldUntil} is not null))`,
      ),
    )
    .orderBy(desc(orders.expiresAt), desc(orders.id))
    .limit(maxListed);

/** Counts the orders in each state, and those that need attention. */
export async function countOrderRows(db: Executor): Promise<{
  states: Record<OrderState, number>;
  unconfirmed: number;
  unallocated: number;
}> {
  const rows = await db
    .select({ state: orders.state, count: sql<number>`count(*)::int` })
    .from(orders)
    .groupBy(orders.state);
  const countOf = (state: OrderState) => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    states: Object.fromEntries(orderStates.map((state) => [state, countOf(state)])) as Record<
      OrderState,
      number
    >,
    unconfirmed: await db.$count(orders, and(hasPending)),
    unallocated: await db.$count(orders, and(hasUnallocated)),
  };
}
