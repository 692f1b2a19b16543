import { parseResponse } from 'hono/client';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { CardButton, FailedNotice, Notice, Time, useChange } from '#features/admin-ui/ui/index.ts';
import { formatRand } from '#rules/money.ts';
import { paymentMethodName } from '#rules/payment-methods.ts';
import { textLink } from '#ui/link.tsx';
import {
  CancelledLine,
  countTasks,
  isCredit,
  Line,
  Lines,
  listMoneyTasks,
  NotificationLine,
} from './money-tasks.tsx';
import type { OrderProblems } from './use-orders.ts';
import { useMoneyPath, useOrderProblems } from './use-orders.ts';

/** What needs attention, and what the mentor may want to know. */
export function MoneyProblems() {
  const query = useOrderProblems();
  if (query.isError)
    return <FailedNotice text="Couldn’t load the payments that need attention." query={query} />;
  if (!query.data) return null;
  const { refused, forged, unrestored, cancelled } = query.data;
  const credits = cancelled.filter(isCredit);
  const tasks = listMoneyTasks(query.data);
  return (
    <>
      <Unrestored payments={unrestored} />
      {tasks.length > 0 && (
        <Notice tone="danger" title={countTasks(tasks.length)}>
          <Lines>{tasks}</Lines>
        </Notice>
      )}
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
