import { parseResponse } from 'hono/client';
import { BadgeCheck, CalendarClock, Check, Coins, Link2, X } from 'lucide-react';
import { useState } from 'react';
import { CardButton, CardPageLink, useChange } from '#features/admin-ui/ui/index.ts';
import { leftToPay } from '#features/orders/rules/index.ts';
import { formatRand } from '#rules/money.ts';
import { type Question, QuestionDialog } from '#ui/question-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { Remind } from './money-tasks.tsx';
import { isOpen } from './order-card.tsx';
import type { OrderDetails } from './use-orders.ts';
import { moneyOf, toRebookPath, useMoneyPath } from './use-orders.ts';

/** The actions for an order. */
export function OrderActions({ order }: { order: OrderDetails }) {
  const { id, reference, needs_time, booking_id } = order;
  const path = useMoneyPath();
  const [question, ask] = useState<Question>();
  const cancelling = useChange({
    keys: ['orders'],
    send: (api) => parseResponse(api.orders[':id'].cancel.$post({ param: { id } })),
    saved: 'Order cancelled',
    failed: 'The order could not be cancelled',
  });
  const waiving = useChange({
    keys: ['orders'],
    send: (api) => parseResponse(api.orders[':id'].waive.$post({ param: { id } })),
    saved: 'The rest is waived. The order is paid.',
    failed: 'The rest could not be waived',
  });
  const money = moneyOf(order);
  const hasMoney = order.paid_cents > 0 && order.refunded_cents === 0;
  const isFree = order.state === 'paid' && order.amount_cents === 0;
  const takesMoney = order.obstacle === null || order.obstacle === 'expired';
  const canRemind = takesMoney && !order.is_unconfirmed && !order.has_unallocated;
  const canWaive = hasMoney && (order.state === 'awaiting' || order.state === 'cancelled');
  const askToWaive = () =>
    ask({
      title: `Waive ${formatRand(order.amount_cents - order.paid_cents)}?`,
      text: `The order is paid then${order.email ? ', and the client gets an email that nothing is left to pay' : ''}.`,
      action: 'Waive the rest',
      onYes: () => waiving.mutate(),
    });
  const askToCancel = () =>
    ask({
      title: 'Cancel this order?',
      text: isFree
        ? 'What it opened is taken away, and its code can be used again.'
        : 'It can’t be paid after that. If a payment still arrives, it appears under Unallocated.',
      action: 'Cancel order',
      isDanger: true,
      onYes: () => cancelling.mutate(),
    });
  return (
    <div className="-mx-2 flex flex-wrap items-center gap-x-1">
      {isOpen(order) && (
        <CardPageLink icon={BadgeCheck} to={path({ order: id, do: 'paid' })}>
          Mark as paid
        </CardPageLink>
      )}
      {isOpen(order) && (
        <CardPageLink icon={Coins} to={path({ order: id, do: 'part' })}>
          Record a part
        </CardPageLink>
      )}
      {canWaive && (
        <CardButton icon={Check} isBusy={waiving.isPending} onClick={askToWaive}>
          Waive the rest
        </CardButton>
      )}
      {needs_time && booking_id && (
        <CardPageLink icon={CalendarClock} to={toRebookPath(booking_id)}>
          Find another time
        </CardPageLink>
      )}
      <CopyPayLink order={order} />
      {canRemind && (
        <Remind
          order={order}
          cents={order.dues.find(({ state }) => state === 'open')?.open_cents ?? leftToPay(money)}
        />
      )}
      {(isFree || (isOpen(order) && !hasMoney)) && (
        <CardButton
          icon={X}
          spoken={` ${reference}`}
          isBusy={cancelling.isPending}
          onClick={askToCancel}
          className="text-muted hover:text-danger"
        >
          Cancel order
        </CardButton>
      )}
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </div>
  );
}

/** Copies the buyer's private link. */
function CopyPayLink({ order: { pay_path } }: { order: OrderDetails }) {
  const copy = () => {
    // Orders are never rendered on the server, so `location` exists.
    const url = new URL(pay_path, location.origin).href;
    navigator.clipboard.writeText(url).then(
      () => toast.success('Link copied'),
      () => toast.error(`Could not copy. The link is ${url}`),
    );
  };
  return (
    <CardButton icon={Link2} onClick={copy}>
      Copy client link
    </CardButton>
  );
}
