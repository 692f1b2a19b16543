import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { EmptyBox, Loaded, statusOf, Time } from '#features/admin-ui/ui/index.ts';
import {
  explainUnallocated,
  isPaidFor,
  isPartlyPaid,
  listVoucherLines,
  moneyChoiceWords,
} from '#features/orders/rules/index.ts';
import { isRecordId } from '#rules/list-page.ts';
import { formatRand } from '#rules/money.ts';
import { SidePanel } from '#ui/dialog.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { NotificationLine } from './money-tasks.tsx';
import { OrderActions } from './order-actions.tsx';
import { isOpen, nameOf } from './order-card.tsx';
import { CourseOf } from './order-course.tsx';
import { PaidForm, PartForm, RefundForm } from './order-forms.tsx';
import { Buyer, Documents, Dues, Part, Payments, Proofs } from './order-parts.tsx';
import { OrderMarks, PartText } from './order-words.tsx';
import type { OrderDetails } from './use-orders.ts';
import { moneyOf, orderTasks, useMoneyPath, useOrder } from './use-orders.ts';

/** Shows the order that the URL opens, next to the list. */
export function OrderPanel() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const path = useMoneyPath();
  const asked = params.get('order') ?? '';
  const id = isRecordId(asked) ? asked : undefined;
  return (
    // The buyer's name, which is loaded, takes the place of the title.
    <SidePanel
      isOpen={id !== undefined}
      onClose={() => void navigate(path({}), { preventScrollReset: true })}
      title="Order"
      isTitleHidden
    >
      {id !== undefined && <OneOrder key={id} id={id} />}
    </SidePanel>
  );
}

const placeholder = (
  <div role="status" className="grid gap-4">
    <p className="sr-only">Loading</p>
    <Skeleton className="h-7 w-2/5" />
    <Skeleton className="h-24" />
    <Skeleton className="h-24" />
  </div>
);

function OneOrder({ id }: { id: string }) {
  const order = useOrder(id);
  if (statusOf(order.error) === 404)
    return (
      <div className="mt-4">
        <EmptyBox>This order does not exist.</EmptyBox>
      </div>
    );
  return (
    // Room to scroll the end of the panel out from under a toast.
    <div className="-mt-9 grid grid-cols-[minmax(0,1fr)] gap-4 pb-28">
      <Loaded query={order} failed="This order could not be loaded." skeleton={placeholder}>
        {(found) => <Details order={found} />}
      </Loaded>
    </div>
  );
}

function Details({ order }: { order: OrderDetails }) {
  const { id, item, reference, amount_cents, created_at, expires_at } = order;
  const voucher = item.voucher && {
    code: item.voucher.code,
    discountCents: item.voucher.discount_cents,
  };
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const path = useMoneyPath();
  const nameRef = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the order may remove the focused button
  useEffect(() => {
    if (isFocusLost()) nameRef.current?.focus({ preventScroll: true });
  }, [order]);
  const task = orderTasks.find((name) => name === params.get('do'));
  const chosen = order.payments.find((payment) => payment.id === params.get('payment'));
  const leave = () => void navigate(path({ order: id }), { preventScrollReset: true });
  return (
    <>
      <div className="grid gap-3">
        <p ref={nameRef} tabIndex={-1} className="pr-12 font-display text-heading break-words">
          {nameOf(order)}
        </p>
        <OrderMarks order={order} />
        {listVoucherLines(voucher, amount_cents).map(({ label, value }) => (
          <p key={label} className="flex flex-wrap justify-between gap-x-6 text-sm break-words">
            <span>{label}</span>
            <span className="tabular-nums">{value}</span>
          </p>
        ))}
        <p className="flex flex-wrap items-baseline justify-between gap-x-6">
          <strong className="text-2xl font-semibold tabular-nums">
            {formatRand(amount_cents)}
          </strong>
          <span translate="no" className="font-semibold tracking-wide">
            {reference}
          </span>
        </p>
        <p>
          <span className="label-caps text-gold">{item.title}</span>
          <span className="block text-sm text-muted">
            Ordered <Time at={created_at} />
            {isOpen(order) && expires_at && order.paid_cents === 0 && (
              <>
                , due <Time at={expires_at} />
              </>
            )}
            {order.reminded_at && isOpen(order) && (
              <>
                , reminded <Time at={order.reminded_at} />
              </>
            )}
          </span>
        </p>
        <PartText order={order} className="font-semibold" />
        <Explanation order={order} />
        <OrderActions order={order} />
        {task === 'paid' && <PaidForm order={order} onLeave={leave} />}
        {task === 'part' && <PartForm order={order} payment={chosen} onLeave={leave} />}
        {task === 'refund' && chosen && (
          <RefundForm order={order} payment={chosen} onLeave={leave} />
        )}
      </div>
      <Buyer order={order} />
      <CourseOf order={order} />
      <Dues dues={order.dues} />
      <Payments order={order} />
      <Proofs proofs={order.proofs} />
      <Documents documents={order.documents} />
      {order.notifications.length > 0 && (
        <Part title="Payment notifications">
          <ul className="divide-y divide-hairline">
            {order.notifications.map((notification) => (
              <NotificationLine
                key={notification.id}
                {...notification}
                {...(notification.state === 'accepted' && { reason: 'confirmed' })}
              />
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

/** The money of an order that it does not take. */
const sumUnallocated = ({ payments }: OrderDetails) =>
  payments
    .filter(({ is_unallocated, undone_at }) => is_unallocated && undone_at === null)
    .reduce((sum, { amount_cents, refunded_cents }) => sum + amount_cents - refunded_cents, 0);

const noteClass = 'border-l-2 border-danger bg-danger-wash px-4 py-2.5 text-[0.9375rem]';

/** What the mentor should know or do about an order. */
function Explanation({ order }: { order: OrderDetails }) {
  const {
    is_unconfirmed,
    has_unallocated,
    needs_time,
    obstacle,
    payment_reported_at,
    state,
    start_now_at,
    money_choice,
    money_choice_at,
  } = order;
  const { disputes } = order;
  return (
    <>
      {is_unconfirmed && !isPaidFor(state) && (
        <p className={noteClass}>
          A provider reported a payment but hasn’t confirmed it. We keep checking, and hold the
          order for the client for up to two days. Don’t deliver anything yet. If nothing changes,
          check the provider’s dashboard.
        </p>
      )}
      {disputes.map(({ id: disputeId, amount_cents, due_at }) => (
        <p key={disputeId} className={noteClass}>
          The client disputes a payment of {formatRand(amount_cents)} with their bank. Answer on the
          provider’s dashboard
          {due_at && (
            <>
              {' '}
              by <Time at={due_at} />
            </>
          )}
          , or the money goes back to them.
        </p>
      ))}
      {isPartlyPaid(moneyOf(order)) && !has_unallocated && (
        <p className="border-l-2 border-gold-soft bg-gold-wash px-4 py-2.5 text-[0.9375rem]">
          This order doesn’t expire. Remind the client of the rest, waive it, or refund what was
          paid, which closes the order.
        </p>
      )}
      {order.state === 'cancelled' && order.paid_cents > 0 && (
        <p className={noteClass}>
          This order was cancelled after the client paid a part. Refund it, or waive the rest to
          keep it.
        </p>
      )}
      {has_unallocated && (
        <p className={noteClass}>
          {needs_time
            ? `The client paid for this session after ${obstacle === 'released' ? 'its time was released' : 'it was cancelled'}. Find another time, or refund the payment below. They can also choose a time themselves.`
            : `${explainUnallocated({ ...moneyOf(order), obstacle, unallocatedCents: sumUnallocated(order) })} Contact the client, then ${obstacle === null ? 'record the payment below as a part payment, or refund it' : 'refund the payment below'}.`}
        </p>
      )}
      {has_unallocated && money_choice && money_choice_at && (
        <p className={noteClass}>
          <strong className="font-semibold">{moneyChoiceWords[money_choice]}.</strong> The client
          chose this on their page on <Time at={money_choice_at} />.
        </p>
      )}
      {payment_reported_at && !isPaidFor(state) && (
        <p className="border-l-2 border-gold-soft bg-gold-wash px-4 py-2.5 text-[0.9375rem]">
          The client told you on <Time at={payment_reported_at} /> that they paid. This doesn’t
          prove you were paid: check your bank account first.
        </p>
      )}
      {start_now_at && (
        <p className="text-sm text-muted">
          The client asked you on <Time at={start_now_at} /> to start now, which ends their
          seven-day cooling-off period.
        </p>
      )}
    </>
  );
}
