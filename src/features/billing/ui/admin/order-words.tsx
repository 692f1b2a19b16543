import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OrderView } from '#features/billing/rules/order-query.ts';
import {
  describePart,
  isPaidFor,
  isPartlyPaid,
  moneyChoiceWords,
  type OrderState,
} from '#features/orders/rules/index.ts';
import type { RefundState } from '#features/payments/rules/index.ts';
import { formatRand } from '#rules/money.ts';
import { classNames } from '#ui/class-names.ts';
import { textLink } from '#ui/link.tsx';
import type { ListedOrder } from './use-orders.ts';
import { moneyOf, toOrderPath } from './use-orders.ts';

const looks = {
  gold: 'border-gold-soft text-gold',
  quiet: 'border-hairline-strong/50 text-muted',
  good: 'border-success/60 text-success',
  bad: 'border-danger/60 text-danger',
};

const stateLooks: Record<OrderState, [words: string, look: keyof typeof looks]> = {
  awaiting: ['Awaiting payment', 'gold'],
  paid: ['Paid', 'good'],
  'partly-refunded': ['Partly refunded', 'quiet'],
  refunded: ['Refunded', 'quiet'],
  expired: ['Expired', 'quiet'],
  cancelled: ['Cancelled', 'quiet'],
};

export const viewWords: Record<OrderView, string> = {
  awaiting: 'Awaiting',
  unconfirmed: 'Unconfirmed',
  paid: 'Paid',
  unallocated: 'Unallocated',
  refunded: 'Refunded',
  closed: 'Closed',
};

export const refundWords: Record<RefundState, string> = {
  unknown: 'Not confirmed yet',
  sent: 'On its way',
  done: 'Refunded',
  failed: 'Failed',
  'by-hand': 'Refunded manually',
};

/** A badge. */
export const Mark = ({ look, children }: { look: keyof typeof looks; children: ReactNode }) => (
  <span
    className={classNames(
      'inline-block rounded-sm border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
      looks[look],
    )}
  >
    {children}
  </span>
);

/** Marks test money. */
export const TestMark = () => <Mark look="bad">TEST</Mark>;

/** Returns the state of an order in words, and their look. */
const toState = (order: ListedOrder) =>
  isPartlyPaid(moneyOf(order)) ? (['Partly paid', 'gold'] as const) : stateLooks[order.state];

/** How much of an order is paid, if it is paid in part. */
export function PartText({ order, className }: { order: ListedOrder; className: string }) {
  const text = describePart(moneyOf(order));
  return text && <p className={className}>{text}</p>;
}

/** The state of an order, and what needs attention. */
export function OrderMarks({ order }: { order: ListedOrder }) {
  const [words, look] = toState(order);
  const saysPaid = order.payment_reported_at !== null && !isPaidFor(order.state);
  return (
    <span className="flex flex-wrap gap-1.5">
      <Mark look={look}>{words}</Mark>
      {order.is_unconfirmed && <Mark look="bad">Unconfirmed</Mark>}
      {order.has_unallocated && <Mark look="bad">Unallocated payment</Mark>}
      {order.has_unallocated && order.money_choice && (
        <Mark look="bad">{moneyChoiceWords[order.money_choice]}</Mark>
      )}
      {saysPaid && <Mark look="gold">Says they have paid</Mark>}
      {order.is_test && <TestMark />}
    </span>
  );
}

/** A link to the order of a lead or a booking, with its state. */
export function OrderLine({ order }: { order: ListedOrder }) {
  const [words, look] = toState(order);
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-[0.9375rem]">
      <Link
        to={toOrderPath(order.id)}
        className={`inline-flex min-h-6 items-center gap-x-2 ${textLink}`}
      >
        Order {order.reference}
      </Link>
      <span>{describePart(moneyOf(order)) ?? formatRand(order.amount_cents)}</span>
      <Mark look={look}>{words}</Mark>
      {order.is_test && <TestMark />}
    </p>
  );
}
