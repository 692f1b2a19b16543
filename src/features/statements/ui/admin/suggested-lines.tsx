import { Ban, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { CardButton, useRead } from '#features/admin-ui/ui/index.ts';
import { describePart, isPaidFor, type OrderState } from '#features/orders/rules/index.ts';
import { warnOfAmount } from '#features/statements/rules/amount-warning.ts';
import type { SuggestedOrders } from '#features/statements/rules/statement-booking.ts';
import { formatRand } from '#rules/money.ts';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/field.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { Line } from './line-list.tsx';
import type { OpenStatement } from './use-statement.ts';

interface SuggestedLineProps {
  suggestion: SuggestedOrders;
  statement: OpenStatement;
}

/** A line to decide about, with a button for each order that it may be for. */
export function SuggestedLine({ suggestion, statement }: SuggestedLineProps) {
  const { line, candidates, more, note } = suggestion;
  const { left, isHiding, hide } = statement;
  const [isSearching, setSearching] = useState(false);
  const reason = left[line.fingerprint];
  const spoken = ` for ${formatRand(line.amountCents)}, ${line.description}`;
  return (
    <>
      <Line line={line} />
      {note && <p className="text-sm text-muted">{note}</p>}
      {reason && <p className="text-sm text-danger">{reason}</p>}
      {candidates.length > 0 && (
        <ul className="grid gap-2">
          {candidates.map(({ order, reason: because }) => (
            <Choice key={order.id} line={line} order={order} statement={statement}>
              {because}
            </Choice>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="text-sm text-muted">
          {more === 1 ? '1 other order has' : `${more} other orders have`} this amount.
        </p>
      )}
      {!line.isPending && (
        <div className="-mx-2 flex flex-wrap items-center gap-x-1">
          <CardButton
            icon={Search}
            spoken={spoken}
            aria-expanded={isSearching}
            onClick={() => setSearching(!isSearching)}
          >
            Find an order
          </CardButton>
          <CardButton
            icon={Ban}
            spoken={`: ${formatRand(line.amountCents)}, ${line.description}`}
            isBusy={isHiding}
            onClick={() => hide([line], true)}
            className="text-muted hover:text-ink"
          >
            Not for an order
          </CardButton>
        </div>
      )}
      {isSearching && <OrderSearch line={line} statement={statement} />}
    </>
  );
}

interface ChoiceProps {
  line: SuggestedOrders['line'];
  order: {
    id: string;
    reference: string;
    amountCents: number;
    name?: string | null | undefined;
    warning?: string | undefined;
  };
  statement: OpenStatement;
  children: string;
}

/** An order that a line may be recorded for. */
const Choice = ({ line, order, statement, children }: ChoiceProps) => (
  <li className="flex flex-wrap items-center justify-between gap-2 rounded-sm border border-hairline px-4 py-2">
    <span className="min-w-0 break-words text-sm">
      <strong className="font-semibold">{order.reference}</strong>
      {order.name && ` · ${order.name}`}
      <span className="block text-muted">{children}</span>
      {order.warning && <span className="block text-danger">{order.warning}</span>}
    </span>
    <Button
      variant="secondary"
      aria-label={`Record for order ${order.reference}`}
      aria-disabled={statement.isRecording}
      onClick={() => {
        if (statement.isRecording) return;
        const allowsOtherAmount = order.amountCents !== line.amountCents;
        statement.record([{ line, order, allowsOtherAmount }]);
      }}
    >
      Record for this order
    </Button>
  </li>
);

/** The fewest characters of a search. */
const shortest = 2;

/** An expired order still takes money if its session takes place. */
const closedWarnings: Partial<Record<OrderState, string>> = {
  cancelled: 'This order was cancelled. The payment will be unallocated.',
  expired: 'This order has expired. The payment may be unallocated.',
};

/** Finds the order of a line by its reference or its client. */
function OrderSearch({ line, statement }: Omit<ChoiceProps, 'order' | 'children'>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const { data, isError } = useRead(
    ['orders', 'for-line', search],
    (api, init) => api.orders.$get({ query: { search, limit: '20' } }, init),
    { enabled: search.length >= shortest, placeholderData: (before) => before },
  );
  const found = search.length < shortest ? undefined : data?.items;
  const unpaid = found?.filter(({ state }) => !isPaidFor(state));
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        Reference, name or email
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={controlClass}
      />
      <div role="status" className="grid gap-2 empty:hidden">
        {isError && <p className="text-sm text-danger">The orders could not be loaded.</p>}
        {unpaid?.length === 0 && (
          <p className="text-sm text-muted">
            {found?.length ? 'Only paid orders found.' : 'No orders found.'}
          </p>
        )}
      </div>
      {unpaid && unpaid.length > 0 && (
        <ul className="grid gap-2">
          {unpaid.map(({ id: orderId, reference, name, amount_cents, paid_cents, state }) => {
            const money = { state, amountCents: amount_cents, paidCents: paid_cents };
            const left = amount_cents - paid_cents;
            const order = {
              id: orderId,
              reference,
              name,
              amountCents: left,
              warning:
                closedWarnings[state] ??
                warnOfAmount(line.amountCents, { dueCents: left, leftCents: left }),
            };
            return (
              <Choice key={orderId} line={line} order={order} statement={statement}>
                {describePart(money) ?? formatRand(amount_cents)}
              </Choice>
            );
          })}
        </ul>
      )}
    </div>
  );
}
