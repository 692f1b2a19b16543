import { parseResponse } from 'hono/client';
import { CalendarClock, Check, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  CardButton,
  CardPageLink,
  FailedNotice,
  Notice,
  Time,
  useChange,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import type { MoneyChoice } from '#features/orders/rules/index.ts';
import type { RefundState } from '#features/payments/rules/index.ts';
import { describeSettlementToMentor } from '#rules/cancellation.ts';
import { formatRand } from '#rules/money.ts';
import { paymentMethodName } from '#rules/payment-methods.ts';
import { textLink } from '#ui/link.tsx';
import { nameOf } from './order-card.tsx';
import type { OrderProblems } from './use-orders.ts';
import { toRebookPath, useMoneyPath } from './use-orders.ts';

/** What needs attention: unallocated money, open refunds, and refused notifications. */
export function MoneyProblems() {
  const query = useRead(['orders', 'problems'], (api, init) => api.orders.problems.$get({}, init));
  if (query.isError)
    return <FailedNotice text="Couldn’t load the payments that need attention." query={query} />;
  if (!query.data) return null;
  const { refused, forged, unrestored, cancelled, ...others } = query.data;
  const credits = cancelled.filter(({ settlement }) => settlement.outcome === 'credit');
  const urgent = { ...others, cancelled: cancelled.filter((one) => !credits.includes(one)) };
  return (
    <>
      <Unrestored payments={unrestored} />
      <Urgent {...urgent} />
      {credits.length > 0 && (
        <Notice
          tone="quiet"
          title={
            credits.length === 1
              ? '1 credit for a session'
              : `${credits.length} credits for sessions`
          }
        >
          <p className="max-w-prose text-sm text-muted">
            These clients cancelled a paid session late. They can choose another time.
          </p>
          <Lines>
            {credits.map((session) => (
              <CancelledLine key={session.order_id} session={session} />
            ))}
          </Lines>
        </Notice>
      )}
      {forged.length > 0 && (
        <Notice tone="quiet" title="Payment notifications with a wrong signature">
          <p className="max-w-prose text-sm text-muted">
            Anyone can send these, so we don’t store their content. If a payment is missing here,
            check the passphrase or the secret key of the provider.
          </p>
          <Lines>
            {forged.map(({ provider, count, last_at }) => (
              <Line
                key={provider}
                title={`${paymentMethodName(provider)}: ${count} in the last 30 days`}
              >
                {last_at && (
                  <span className="text-sm text-muted">
                    Latest: <Time at={last_at} />
                  </span>
                )}
              </Line>
            ))}
          </Lines>
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice
          tone="quiet"
          title={`${refused.length} refused payment ${refused.length === 1 ? 'notification' : 'notifications'}`}
        >
          <p className="max-w-prose text-sm text-muted">
            We couldn’t accept these notifications, so no order was marked as paid. If a client says
            they paid, check the provider’s dashboard.
          </p>
          <Lines>
            {refused.map((notification) => (
              <NotificationLine key={notification.id} {...notification} />
            ))}
          </Lines>
        </Notice>
      )}
    </>
  );
}

const moneyTasks: Record<MoneyChoice, string> = {
  'another-time': 'wants another time',
  keep: 'still wants what they ordered',
  refund: 'wants a refund',
};

const refundTitles: Record<RefundState, string> = {
  unknown: 'A refund is not confirmed',
  sent: 'A refund is still on its way',
  failed: 'A refund has failed',
  done: 'A recorded refund has failed',
  'by-hand': 'A refund needs your attention',
};

/** Payments that arrived after the backup that was restored. */
function Unrestored({ payments }: { payments: OrderProblems['unrestored'][number][] }) {
  const path = useMoneyPath();
  const checking = useChange({
    keys: ['orders'],
    send: (api, id: string) =>
      parseResponse(api.orders.unrestored[':id'].checked.$post({ param: { id } })),
    saved: 'Payment checked',
    failed: 'The payment could not be marked as checked',
  });
  const [first] = payments;
  if (!first) return null;
  return (
    <Notice
      tone="danger"
      title={
        payments.length === 1
          ? '1 payment is missing after a restore'
          : `${payments.length} payments are missing after a restore`
      }
    >
      <p className="max-w-prose text-sm text-muted">
        Received after this backup was made (<Time at={first.backup_made_at} />
        ). Check with the provider or your bank. If the money arrived, mark the order as paid, or
        contact the client.
      </p>
      <Lines>
        {payments.map((payment) => (
          <Line
            key={payment.id}
            title={`${formatRand(payment.amount_cents)} by ${paymentMethodName(payment.provider)}`}
          >
            {payment.order_id ? (
              <Link to={path({ order: payment.order_id })} className={textLink}>
                {payment.order_reference}
              </Link>
            ) : (
              `${payment.order_reference} (this order is missing too)`
            )}
            <span className="block text-sm text-muted">
              {payment.provider_payment_id} · <Time at={payment.received_at} />
            </span>
            <CardButton
              icon={Check}
              spoken={` ${payment.order_reference}`}
              isBusy={checking.isPending}
              onClick={() => checking.mutate(payment.id)}
              className="-ml-2 justify-self-start"
            >
              Checked
            </CardButton>
          </Line>
        ))}
      </Lines>
    </Notice>
  );
}

type UrgentProblems = Omit<OrderProblems, 'refused' | 'forged' | 'unrestored'>;

function Urgent({ unallocated, unconfirmed, refunds, disputes, cancelled }: UrgentProblems) {
  const path = useMoneyPath();
  const count = [unallocated, unconfirmed, refunds, disputes, cancelled].flat().length;
  if (count === 0) return null;
  return (
    <Notice
      tone="danger"
      title={
        count === 1 ? '1 payment needs your attention' : `${count} payments need your attention`
      }
    >
      <Lines>
        {disputes.map(({ id, order_id, reference, provider, amount_cents, due_at }) => (
          <Line key={id} title="A client disputes a payment">
            {formatRand(amount_cents)} of{' '}
            <Link to={path({ order: order_id })} className={textLink}>
              {reference}
            </Link>
            : answer on the dashboard of {paymentMethodName(provider)}
            {due_at && (
              <>
                {' '}
                by <Time at={due_at} />
              </>
            )}
            .
          </Line>
        ))}
        {unallocated.map((order) => (
          <Line
            key={order.id}
            title={
              order.money_choice
                ? `A client ${moneyTasks[order.money_choice]}`
                : 'Unallocated payment'
            }
          >
            <Link to={path({ order: order.id })} className={textLink}>
              {nameOf(order)}, {order.reference}
            </Link>
            {order.money_choice
              ? ': their payment came in for an order that can’t take it.'
              : ': contact the client, then refund the payment or book another session.'}
          </Line>
        ))}
        {cancelled.map((session) => (
          <CancelledLine key={session.order_id} session={session} />
        ))}
        {refunds.map(({ id, order_id, reference, amount_cents, state, message }) => (
          <Line key={id} title={refundTitles[state]}>
            {formatRand(amount_cents)} of{' '}
            <Link to={path({ order: order_id })} className={textLink}>
              {reference}
            </Link>
            {message && `: ${message}`}
          </Line>
        ))}
        {unconfirmed.map((notification) => (
          <NotificationLine
            key={notification.id}
            {...notification}
            title={`${paymentMethodName(notification.provider)} has not confirmed a payment yet`}
          />
        ))}
      </Lines>
    </Notice>
  );
}

/** A paid session that was cancelled, and the two ways to settle its money. */
function CancelledLine({ session }: { session: OrderProblems['cancelled'][number] }) {
  const { order_id, reference, payment_id, booking_id, settlement } = session;
  const path = useMoneyPath();
  const spoken = ` ${reference}`;
  return (
    <Line title="A paid session was cancelled">
      <Link to={path({ order: order_id })} className={textLink}>
        {nameOf(session)}, {reference}
      </Link>
      : {describeSettlementToMentor(settlement)}
      <span className="-mx-2 flex flex-wrap items-center gap-x-1">
        <CardPageLink
          icon={Undo2}
          spoken={spoken}
          to={path({ order: order_id, do: 'refund', payment: payment_id })}
        >
          Refund
        </CardPageLink>
        {booking_id && (
          <CardPageLink icon={CalendarClock} spoken={spoken} to={toRebookPath(booking_id)}>
            Offer another time
          </CardPageLink>
        )}
      </span>
    </Line>
  );
}

const Lines = ({ children }: { children: ReactNode }) => (
  <ul className="mt-2 grid divide-y divide-hairline">{children}</ul>
);

const Line = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <li className="grid gap-0.5 py-2.5 text-[0.9375rem] break-words">
    <span className="font-semibold">{title}</span>
    <span>{children}</span>
  </li>
);

/** A provider's notification, and why it was refused. */
export const NotificationLine = ({
  title,
  provider,
  reason,
  order_reference,
  provider_payment_id,
  received_at,
}: OrderProblems['refused'][number] & { title?: string }) => (
  <Line title={title ?? `${paymentMethodName(provider)}: ${reason ?? 'waiting for confirmation'}`}>
    {title && reason && <span className="block">{reason}</span>}
    <span className="text-sm text-muted">
      {[order_reference, provider_payment_id].filter(Boolean).join(' · ')}
      {(order_reference || provider_payment_id) && ' · '}
      <Time at={received_at} />
    </span>
  </Line>
);
