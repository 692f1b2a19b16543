import type { OrderFilter } from '#features/billing/rules/order-query.ts';
import type { PaymentDeps } from '#features/payments/server/index.ts';
import { streamCsv } from '#platform/http/stream-csv.ts';
import { formatDecimal } from '#rules/money.ts';
import { toPhoneCell } from '#rules/phone-number.ts';
import { listExportRows } from './queries/order-list.ts';

/** Streams the matching orders, newest first, as CSV for a bookkeeper. Amounts are in rand with a decimal point. */
export const exportOrders = ({ db }: Pick<PaymentDeps, 'db'>, filter: OrderFilter) =>
  streamCsv({
    headings: [
      'Ordered (UTC)',
      'Reference',
      'State',
      'Item',
      'Amount (ZAR)',
      'Paid (ZAR)',
      'Refunded (ZAR)',
      'Paid (UTC)',
      'Paid by',
      'Payment id',
      'Papers',
      'Test money',
      'Name',
      'Email',
      'Phone',
    ],
    readPage: (page) => listExportRows(db, { ...filter, ...page }),
    toLine: (order) => [
      order.created_at.toISOString(),
      order.reference,
      order.state,
      order.item.title,
      ...[order.amount_cents, order.paid_cents, order.refunded_cents].map(formatDecimal),
      order.paid_at?.toISOString() ?? null,
      order.paid_by,
      order.payment_ids,
      order.papers,
      order.is_test ? 'yes' : 'no',
      order.name,
      order.email,
      toPhoneCell(order.phone),
    ],
  });
