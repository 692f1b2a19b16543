import type { OrderFilter } from '#features/billing/rules/order-query.ts';
import { leftToPay } from '#features/orders/rules/index.ts';
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
      'Documents',
      'Test money',
      'Name',
      'Email',
      'Phone',
      'Left to pay (ZAR)',
      'Waived (ZAR)',
      'Code',
      'Discount (ZAR)',
    ],
    readPage: (page) => listExportRows(db, { ...filter, ...page }),
    toLine: (order) => [
      order.createdAt,
      order.reference,
      order.state,
      order.item.title,
      ...[order.amountCents, order.paidCents, order.refundedCents].map(formatDecimal),
      order.paidAt,
      order.paidBy,
      order.paymentIds,
      order.documents,
      order.hasTestMoney ? 'yes' : 'no',
      order.name,
      order.email,
      toPhoneCell(order.phone),
      ...[leftToPay(order), order.waivedCents].map(formatDecimal),
      order.item.voucher?.code ?? null,
      formatDecimal(order.item.voucher?.discountCents ?? 0),
    ],
  });
