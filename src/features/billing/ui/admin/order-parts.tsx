import { parseResponse } from 'hono/client';
import { Check, Coins, Download, FileText, Mail, Undo2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import {
  CardButton,
  CardLink,
  CardPageLink,
  Day,
  Time,
  useChange,
  useMentorClock,
  WhatsAppLink,
} from '#features/admin-ui/ui/index.ts';
import { leftToPay } from '#features/orders/rules/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { replyHref } from '#rules/contact-links.ts';
import { formatBytes } from '#rules/measures.ts';
import { formatRand } from '#rules/money.ts';
import { paymentMethodName } from '#rules/payment-methods.ts';
import { ExternalLink, textLink } from '#ui/link.tsx';
import { type Question, QuestionDialog } from '#ui/question-dialog.tsx';
import { nameOf } from './order-card.tsx';
import { Mark, refundWords, TestMark } from './order-words.tsx';
import type { OrderDetails } from './use-orders.ts';
import { moneyOf, useMoneyPath } from './use-orders.ts';

/** A section of the order panel. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-1 border-t border-hairline pt-3">
    <h3 className="font-text font-semibold">{title}</h3>
    {children}
  </section>
);

/** The buyer, with links to their inquiry or booking. */
export function Buyer({ order }: { order: OrderDetails }) {
  const site = useSettings();
  const { email, phone, lead_id, booking_id, reference } = order;
  const { buyer_company, buyer_address, buyer_vat_number } = order;
  const invoiceTo = [
    buyer_company,
    buyer_address,
    buyer_vat_number && `VAT number ${buyer_vat_number}`,
  ].filter(Boolean);
  const contact = [email, phone].filter(Boolean).join(' · ');
  return (
    <Part title="Client">
      <p className="break-words">{contact || 'Their data was deleted.'}</p>
      {invoiceTo.length > 0 && (
        <p className="break-words whitespace-pre-line">
          <span className="block text-sm text-muted">Invoice to</span>
          {invoiceTo.join('\n')}
        </p>
      )}
      {lead_id && email && (
        <p>
          <Link to={`/admin?search=${encodeURIComponent(email)}`} className={textLink}>
            Their inquiry
          </Link>
        </p>
      )}
      {booking_id && (
        <p>
          <Link to={`/admin/bookings?booking=${booking_id}`} className={textLink}>
            Their booking
          </Link>
        </p>
      )}
      <div className="-mx-2 flex flex-wrap">
        {email && (
          <CardLink
            icon={Mail}
            spoken={` ${nameOf(order)}`}
            href={replyHref(email, `${site.name}: ${reference}`)}
          >
            Email
          </CardLink>
        )}
        <WhatsAppLink phone={phone} spoken={` to ${nameOf(order)}`} />
      </div>
    </Part>
  );
}

const dueWords = { open: 'To pay', paid: 'Paid', waived: 'Waived', closed: 'Not asked for' };

/** The dues of an order, with their dates. An order with a single due needs no list. */
export function Dues({ dues }: Pick<OrderDetails, 'dues'>) {
  if (dues.length === 1) return null;
  return (
    <Part title="Payment plan">
      <ol className="divide-y divide-hairline">
        {dues.map(({ number, amount_cents, open_cents, due_on, state }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className="font-semibold tabular-nums">{formatRand(amount_cents)}</span>
            <span className="text-sm text-muted">
              {due_on ? `due ${formatDay(due_on)}` : 'due with the order'}
            </span>
            <span className="ml-auto">
              <Mark look={state === 'open' ? 'gold' : state === 'paid' ? 'good' : 'quiet'}>
                {state === 'open' && open_cents < amount_cents
                  ? `${formatRand(open_cents)} left`
                  : dueWords[state]}
              </Mark>
            </span>
          </li>
        ))}
      </ol>
    </Part>
  );
}

/** The payments of an order and their refunds. */
export function Payments({ order }: { order: OrderDetails }) {
  if (order.payments.length === 0)
    return (
      <Part title="Payments">
        <p className="text-muted">
          {order.amount_cents === 0 ? 'A code covers the whole price.' : 'No payments yet.'}
        </p>
      </Part>
    );
  return (
    <Part title="Payments">
      <ul className="grid gap-3">
        {order.payments.map((payment) => (
          <Payment key={payment.id} order={order} payment={payment} />
        ))}
      </ul>
    </Part>
  );
}

function Payment({
  order,
  payment,
}: {
  order: OrderDetails;
  payment: OrderDetails['payments'][number];
}) {
  const { provider, amount_cents, refunded_cents, undone_at, marked_by, note } = payment;
  const path = useMoneyPath();
  const isLeft = undone_at === null && refunded_cents < amount_cents;
  const refunds = order.refunds.filter(({ payment_id }) => payment_id === payment.id);
  const isWhole = isLeft && refunded_cents === 0;
  const canPlace = isWhole && payment.is_unallocated && amount_cents <= leftToPay(moneyOf(order));
  // Undoing takes back the latest mark.
  const marked = order.payments.findLast(
    (one) => one.marked_by !== null && !one.is_unallocated && one.undone_at === null,
  );
  const canUndo = isWhole && order.refunded_cents === 0 && marked?.id === payment.id;
  return (
    <li className="grid gap-1 rounded-sm border border-hairline px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold tabular-nums">{formatRand(amount_cents)}</strong>
        <span>{paymentMethodName(provider)}</span>
        {payment.is_unallocated && <Mark look="bad">Unallocated</Mark>}
        {undone_at && <Mark look="quiet">Undone</Mark>}
        {payment.is_test && <TestMark />}
      </p>
      <p className="text-sm text-muted break-words">
        {/* A bank and the mentor give a day. */}
        {provider === 'bank' || provider === 'manual' ? (
          <Day at={payment.received_at} />
        ) : (
          <Time at={payment.received_at} />
        )}
        {marked_by ? ` · marked by ${marked_by}` : ` · ${payment.provider_payment_id}`}
      </p>
      {note && <p className="break-words whitespace-pre-line">{note}</p>}
      {refunds.map((refund) => (
        <Refund key={refund.id} order={order} refund={refund} />
      ))}
      <div className="-mx-2 -mb-2 flex flex-wrap">
        {canUndo && <UndoPaid order={order} />}
        {canPlace && (
          <CardPageLink
            icon={Coins}
            spoken={` ${formatRand(amount_cents)}`}
            to={path({ order: order.id, do: 'part', payment: payment.id })}
          >
            Record as part payment
          </CardPageLink>
        )}
        {isLeft && (
          <CardPageLink
            icon={Undo2}
            spoken={` ${formatRand(amount_cents)}`}
            to={path({ order: order.id, do: 'refund', payment: payment.id })}
          >
            Refund
          </CardPageLink>
        )}
      </div>
    </li>
  );
}

/** Undoes that an order was marked as paid. */
function UndoPaid({ order: { id, state } }: { order: OrderDetails }) {
  const [question, ask] = useState<Question>();
  const undoing = useChange({
    keys: ['orders'],
    send: (api) => parseResponse(api.orders[':id'].undo.$post({ param: { id } })),
    saved: 'Marked as unpaid',
    failed: 'Failed to mark as unpaid',
  });
  const askToUndo = () =>
    ask({
      title: 'Mark as unpaid?',
      text: `The receipt gets a credit note, and the order ${state === 'cancelled' ? 'stays cancelled' : 'is awaiting payment again'}.`,
      action: 'Mark as unpaid',
      isDanger: true,
      onYes: () => undoing.mutate(),
    });
  return (
    <>
      <CardButton icon={X} isBusy={undoing.isPending} onClick={askToUndo}>
        Mark as unpaid
      </CardButton>
      <QuestionDialog question={question} onClose={() => ask(undefined)} />
    </>
  );
}

function Refund({
  order,
  refund,
}: {
  order: OrderDetails;
  refund: OrderDetails['refunds'][number];
}) {
  const isBad = refund.state === 'unknown' || refund.message !== null;
  const isOpen = refund.state === 'unknown' || refund.state === 'sent';
  const resolving = useChange({
    keys: ['orders'],
    send: (api, state: 'done' | 'failed') =>
      parseResponse(
        api.orders[':id'].refunds[':refund'].$put({
          param: { id: order.id, refund: refund.id },
          json: { state },
        }),
      ),
    saved: 'Saved',
    failed: 'This could not be saved',
  });
  return (
    <div className="grid gap-1 border-l-2 border-hairline-strong/50 pl-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="tabular-nums">−{formatRand(refund.amount_cents)}</span>
        <Mark look={isBad ? 'bad' : 'quiet'}>{refundWords[refund.state]}</Mark>
        <span className="text-sm text-muted">
          <Time at={refund.created_at} />
        </span>
      </p>
      {refund.note && <p className="text-sm break-words">{refund.note}</p>}
      {isBad && refund.message && <p className="text-sm text-danger">{refund.message}</p>}
      {isOpen && (
        <>
          <p className="text-sm">
            {refund.state === 'sent' && !refund.message
              ? 'The provider accepted the refund and confirms it once the money is sent. Its dashboard shows more. Did the refund go through?'
              : 'Check the provider’s dashboard. Did the refund go through?'}
          </p>
          <div className="-mx-2 flex flex-wrap">
            <CardButton
              icon={Check}
              isBusy={resolving.isPending}
              onClick={() => resolving.mutate('done')}
            >
              Yes, it was refunded
            </CardButton>
            <CardButton
              icon={X}
              isBusy={resolving.isPending}
              onClick={() => resolving.mutate('failed')}
            >
              No, it failed
            </CardButton>
          </div>
        </>
      )}
    </div>
  );
}

/** The receipts and credit notes of an order as PDF. */
export function Documents({ documents }: Pick<OrderDetails, 'documents'>) {
  const { toDay } = useMentorClock();
  if (documents.length === 0) return null;
  return (
    <Part title="Documents">
      <ul>
        {documents.map(({ number, kind, issued_at, href }) => (
          <li key={number}>
            <ExternalLink
              href={href}
              className={`inline-flex min-h-11 items-center gap-2 ${textLink}`}
            >
              <FileText className="size-4 shrink-0" />
              {number}
            </ExternalLink>
            <span className="text-sm text-muted">
              {' '}
              {kind}, {toDay(issued_at)}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The files that the client sent as proof of a transfer. They prove nothing. */
export function Proofs({ proofs }: Pick<OrderDetails, 'proofs'>) {
  if (proofs.length === 0) return null;
  return (
    <Part title="Files from the client">
      <p className="text-[0.9375rem]">This doesn’t prove you were paid. Check your bank account.</p>
      <ul>
        {proofs.map(({ id, format, size, received_at, href }, at) => (
          <li key={id}>
            <a
              href={href}
              download=""
              className={`inline-flex min-h-11 items-center gap-2 ${textLink}`}
            >
              <Download className="size-4 shrink-0" />
              File {at + 1}
            </a>
            <span className="text-sm text-muted">
              {' '}
              {format}, {formatBytes(size)}, <Time at={received_at} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
