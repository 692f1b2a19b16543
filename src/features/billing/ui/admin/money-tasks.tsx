import { parseResponse } from 'hono/client';
import { BadgeCheck, BellRing, CalendarClock, Check, PanelRight, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  CardButton,
  CardPageLink,
  FailedNotice,
  Time,
  useChange,
  WhatsAppLink,
} from '#features/admin-ui/ui/index.ts';
import { leftToPay, type MoneyChoice } from '#features/orders/rules/index.ts';
import type { RefundState } from '#features/payments/rules/index.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { describeSettlementToMentor } from '#rules/cancellation.ts';
import { formatRand } from '#rules/money.ts';
import { paymentMethodName } from '#rules/payment-methods.ts';
import { textLink } from '#ui/link.tsx';
import { nameOf } from './order-card.tsx';
import { TestMark } from './order-words.tsx';
import type { ListedOrder, OrderProblems } from './use-orders.ts';
import { moneyOf, toRebookPath, useMoneyPath, useOrderProblems } from './use-orders.ts';

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

type CancelledSession = OrderProblems['cancelled'][number];

/** Whether the client of a cancelled session has a credit, so that the mentor has nothing to do. */
export const isCredit = ({ settlement }: CancelledSession) => settlement.outcome === 'credit';

/** `3 payments need your attention` */
export const countTasks = (count: number) =>
  count === 1 ? '1 payment needs your attention' : `${count} payments need your attention`;

/** Lists what the mentor has to do about money as lines, the most urgent first. */
export function listMoneyTasks(problems: OrderProblems): ReactNode[] {
  const { disputes, unallocated, cancelled, cancelled_parts, refunds } = problems;
  const { unconfirmed, reported, overdue } = problems;
  return [
    ...disputes.map((dispute) => <DisputeLine key={dispute.id} dispute={dispute} />),
    ...unallocated.map((order) => <UnallocatedLine key={order.id} order={order} />),
    ...cancelled
      .filter((session) => !isCredit(session))
      .map((session) => <CancelledLine key={session.order_id} session={session} />),
    ...cancelled_parts.map((part) => <CancelledPartLine key={part.order_id} part={part} />),
    ...refunds.map((refund) => <RefundLine key={refund.id} refund={refund} />),
    ...reported.map((order) => <ReportedLine key={order.id} order={order} />),
    ...unconfirmed.map((notification) => (
      <NotificationLine
        key={notification.id}
        {...notification}
        title={`${paymentMethodName(notification.provider)} has not confirmed a payment yet`}
      />
    )),
    ...overdue.map((order) => <OverdueLine key={order.id} order={order} />),
  ];
}

/** Returns the number of these tasks; undefined until it is known. */
export function useMoneyTaskCount(): number | undefined {
  const { data } = useOrderProblems();
  return data && listMoneyTasks(data).length;
}

/** The tasks that Today shows, in lines. */
const shownToday = 3;

/** What the mentor has to do about money, on the start page. Nothing if there is nothing to do. */
export function TodayMoney() {
  const query = useOrderProblems();
  if (query.isError)
    return <FailedNotice text="Couldn’t load the payments that need attention." query={query} />;
  const tasks = query.data ? listMoneyTasks(query.data) : [];
  if (tasks.length === 0) return null;
  return (
    <section aria-labelledby="today-money">
      <h3
        id="today-money"
        className="label-caps flex items-baseline justify-between gap-3 font-text text-muted"
      >
        <span>Payments</span>
        <span>{tasks.length}</span>
      </h3>
      <Lines>{tasks.slice(0, shownToday)}</Lines>
      {tasks.length > shownToday && (
        <Link to="/admin/money" className={`inline-flex min-h-11 items-center ${textLink}`}>
          All {tasks.length} in Money
        </Link>
      )}
    </section>
  );
}

/** The name and the reference of an order, which open it. */
function OrderLink({ order }: { order: { id: string; reference: string; name?: string | null } }) {
  const path = useMoneyPath();
  return (
    <Link to={path({ order: order.id })} className={textLink}>
      {order.name === undefined
        ? order.reference
        : `${nameOf({ name: order.name })}, ${order.reference}`}
    </Link>
  );
}

const Actions = ({ children }: { children: ReactNode }) => (
  <span className="-mx-2 flex flex-wrap items-center gap-x-1">{children}</span>
);

function DisputeLine({ dispute }: { dispute: OrderProblems['disputes'][number] }) {
  const { order_id, reference, provider, amount_cents, due_at } = dispute;
  return (
    <Line title="A client disputes a payment" isTest={dispute.is_test}>
      {formatRand(amount_cents)} of <OrderLink order={{ id: order_id, reference }} />: answer on the
      dashboard of {paymentMethodName(provider)}
      {due_at && (
        <>
          {' '}
          by <Time at={due_at} />
        </>
      )}
      .
    </Line>
  );
}

function UnallocatedLine({ order }: { order: ListedOrder }) {
  const { id, reference, money_choice, needs_time, booking_id } = order;
  const path = useMoneyPath();
  const title = money_choice ? `A client ${moneyTasks[money_choice]}` : 'Unallocated payment';
  return (
    <Line title={title} isTest={order.is_test}>
      <OrderLink order={order} />
      {money_choice
        ? ': their payment came in for an order that can’t take it.'
        : needs_time
          ? ': find another time for their session, or refund the payment.'
          : ': contact the client, or refund the payment.'}
      <Actions>
        <CardPageLink icon={PanelRight} spoken={` ${reference}`} to={path({ order: id })}>
          Open
        </CardPageLink>
        {needs_time && booking_id && (
          <CardPageLink
            icon={CalendarClock}
            spoken={` for ${reference}`}
            to={toRebookPath(booking_id)}
          >
            Find another time
          </CardPageLink>
        )}
      </Actions>
    </Line>
  );
}

function CancelledPartLine({ part }: { part: OrderProblems['cancelled_parts'][number] }) {
  const { order_id, reference, paid_cents, payment_id } = part;
  const path = useMoneyPath();
  return (
    <Line title="A cancelled order has a part payment" isTest={part.is_test}>
      <OrderLink order={{ ...part, id: order_id }} />: the client paid {formatRand(paid_cents)}.
      Refund it, or waive the rest to keep it.
      <Actions>
        <CardPageLink
          icon={Undo2}
          spoken={` ${reference}`}
          to={path({ order: order_id, do: 'refund', payment: payment_id })}
        >
          Refund
        </CardPageLink>
      </Actions>
    </Line>
  );
}

function RefundLine({ refund }: { refund: OrderProblems['refunds'][number] }) {
  const { order_id, reference, amount_cents, state, message, payment_id, left_cents } = refund;
  const path = useMoneyPath();
  const clearing = useChange({
    keys: ['orders'],
    send: (api) =>
      parseResponse(
        api.orders[':id'].refunds[':refund'].$put({
          param: { id: order_id, refund: refund.id },
          json: { state: 'checked' },
        }),
      ),
    saved: 'Removed from your tasks',
    failed: 'The task could not be removed',
  });
  return (
    <Line title={refundTitles[state]} isTest={refund.is_test}>
      {formatRand(amount_cents)} of <OrderLink order={{ id: order_id, reference }} />
      {message && `: ${message}`}
      {state === 'failed' && (
        <Actions>
          {left_cents > 0 && (
            <CardPageLink
              icon={Undo2}
              spoken={` ${reference}`}
              to={path({ order: order_id, do: 'refund', payment: payment_id })}
            >
              Refund
            </CardPageLink>
          )}
          <CardButton
            icon={Check}
            spoken={` ${reference}`}
            isBusy={clearing.isPending}
            onClick={() => clearing.mutate()}
          >
            I’ve dealt with it
          </CardButton>
        </Actions>
      )}
    </Line>
  );
}

function ReportedLine({ order }: { order: OrderProblems['reported'][number] }) {
  const { id, reference, due_now_cents, payment_reported_at } = order;
  const path = useMoneyPath();
  const isWhole = due_now_cents === leftToPay(moneyOf(order));
  return (
    <Line title={`A client says they paid ${formatRand(due_now_cents)}`}>
      <OrderLink order={order} />: look at your bank account
      {payment_reported_at && (
        <>
          . They told you on <Time at={payment_reported_at} />
        </>
      )}
      .
      <Actions>
        <CardPageLink
          icon={BadgeCheck}
          spoken={` ${reference}`}
          to={path({ order: id, do: isWhole ? 'paid' : 'part' })}
        >
          {isWhole ? 'Mark as paid' : 'Record a part'}
        </CardPageLink>
      </Actions>
    </Line>
  );
}

function OverdueLine({ order }: { order: OrderProblems['overdue'][number] }) {
  const { id, reference, due_now_cents, due_on, expires_at, reminded_at } = order;
  const path = useMoneyPath();
  return (
    <Line title={`${formatRand(due_now_cents)} is overdue`}>
      <OrderLink order={order} />
      {due_on
        ? `: due on ${formatDay(due_on)}`
        : expires_at && (
            <>
              : due on <Time at={expires_at} />
            </>
          )}
      .
      {reminded_at && (
        <>
          {' '}
          You reminded them on <Time at={reminded_at} />.
        </>
      )}
      <Actions>
        <Remind order={order} cents={due_now_cents} />
        <CardPageLink icon={PanelRight} spoken={` ${reference}`} to={path({ order: id })}>
          Open
        </CardPageLink>
      </Actions>
    </Line>
  );
}

/** Reminds a buyer to pay: by email with one press, and by a message in WhatsApp. */
export function Remind({ order, cents }: { order: ListedOrder; cents: number }) {
  const { id, reference, email, phone, pay_path } = order;
  const reminding = useChange({
    keys: ['orders'],
    send: (api) => parseResponse(api.orders[':id'].reminder.$post({ param: { id } })),
    saved: 'Reminder sent',
    failed: 'The reminder could not be sent',
  });
  // Orders are never rendered on the server, so `location` exists.
  const url = new URL(pay_path, location.origin).href;
  return (
    <>
      {email && (
        <CardButton
          icon={BellRing}
          spoken={` the client of ${reference}`}
          isBusy={reminding.isPending}
          onClick={() => reminding.mutate()}
        >
          Remind
        </CardButton>
      )}
      <WhatsAppLink
        phone={phone}
        spoken={` to the client of ${reference}`}
        text={`Hello ${order.name ?? ''}, here is the link to pay ${formatRand(cents)} for “${order.item.title}”: ${url}`}
      />
    </>
  );
}

/** A paid session that was cancelled, and the two ways to settle its money. */
export function CancelledLine({ session }: { session: CancelledSession }) {
  const { order_id, reference, payment_id, booking_id, settlement } = session;
  const path = useMoneyPath();
  const spoken = ` ${reference}`;
  return (
    <Line title="A paid session was cancelled" isTest={session.is_test}>
      <OrderLink order={{ ...session, id: order_id }} />: {describeSettlementToMentor(settlement)}
      <Actions>
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
      </Actions>
    </Line>
  );
}

export const Lines = ({ children }: { children: ReactNode }) => (
  <ul className="mt-2 grid divide-y divide-hairline">{children}</ul>
);

interface LineProps {
  title: ReactNode;
  /** Whether it is about test money. */
  isTest?: boolean;
  children: ReactNode;
}

export const Line = ({ title, isTest = false, children }: LineProps) => (
  <li className="grid gap-0.5 py-2.5 text-[0.9375rem] break-words">
    <span className="font-semibold">
      {title} {isTest && <TestMark />}
    </span>
    <span>{children}</span>
  </li>
);

/** A provider's notification, and why it was refused. */
export const NotificationLine = ({
  title,
  is_test = false,
  provider,
  reason,
  order_reference,
  provider_payment_id,
  received_at,
}: OrderProblems['refused'][number] & { title?: string; is_test?: boolean }) => (
  <Line
    title={title ?? `${paymentMethodName(provider)}: ${reason ?? 'waiting for confirmation'}`}
    isTest={is_test}
  >
    {title && reason && <span className="block">{reason}</span>}
    <span className="text-sm text-muted">
      {[order_reference, provider_payment_id].filter(Boolean).join(' · ')}
      {(order_reference || provider_payment_id) && ' · '}
      <Time at={received_at} />
    </span>
  </Line>
);
