import { FileUp, Plus, TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ChoiceLinks, CsvLink, RecordList, useRead } from '#features/admin-ui/ui/index.ts';
import { type OrderView, orderViews } from '#features/billing/rules/order-query.ts';
import { StatementPanel } from '#features/statements/ui/admin/index.ts';
import { VouchersPanel } from '#features/vouchers/ui/admin/index.ts';
import { buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { controlClass } from '#ui/field.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { MoneyProblems } from './money-problems.tsx';
import { MoneySums } from './money-sums.tsx';
import { NewOrderPanel } from './new-order.tsx';
import { OrderCard } from './order-card.tsx';
import { OrderPanel } from './order-panel.tsx';
import { viewWords } from './order-words.tsx';
import { PaymentSetUpNotice } from './payment-set-up.tsx';
import type { OrderCounts } from './use-orders.ts';
import { useMoneyPath, useOrders, useOrderView } from './use-orders.ts';

const emptyTexts: Record<OrderView, string> = {
  awaiting: 'No unpaid orders. Orders appear here until they are paid.',
  unconfirmed:
    'No unconfirmed payments. Payments waiting for the provider’s confirmation appear here.',
  paid: 'No paid orders yet.',
  unallocated: 'No unallocated payments. Payments that don’t match an open order appear here.',
  refunded: 'No refunds.',
  closed: 'No expired or cancelled orders.',
};

const noOrders =
  'No orders yet. Orders appear here when clients order a plan or book a paid session.';

const countOf = (view: OrderView, { states, ...counts }: OrderCounts): number => {
  switch (view) {
    case 'awaiting':
      return states.awaiting;
    case 'paid':
      return states.paid + states['partly-refunded'];
    case 'refunded':
      return states.refunded + states['partly-refunded'];
    case 'closed':
      return states.expired + states.cancelled;
    default:
      return counts[view];
  }
};

/** The Money page: orders, sums, and what needs attention. */
export function MoneyPanel() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const path = useMoneyPath();
  const close = () => void navigate(path({}), { preventScrollReset: true });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-heading">Money</h2>
        <p className="flex flex-wrap gap-3 max-sm:w-full">
          <Link
            to={path({ new: '' })}
            preventScrollReset
            className={buttonClass('secondary', 'px-4! max-sm:w-full')}
          >
            <Plus className="size-4.5" />
            New order
          </Link>
          <Link
            to={path({ import: '' })}
            preventScrollReset
            className={buttonClass('secondary', 'px-4! max-sm:w-full')}
          >
            <FileUp className="size-4.5" />
            Import a bank statement
          </Link>
          <Link
            to={path({ codes: '' })}
            preventScrollReset
            className={buttonClass('secondary', 'px-4! max-sm:w-full')}
          >
            <TicketPercent className="size-4.5" />
            Codes
          </Link>
        </p>
      </div>
      <PaymentSetUpNotice />
      <MoneyProblems />
      <MoneySums />
      <OrderList />
      <OrderPanel />
      <StatementPanel isOpen={params.has('import')} onClose={close} />
      <VouchersPanel isOpen={params.has('codes')} onClose={close} />
      <NewOrderPanel isOpen={params.has('new')} onClose={close} />
    </div>
  );
}

function OrderList() {
  const view = useOrderView();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const { data: counts } = useRead(['orders', 'counts'], (api, init) =>
    api.orders.counts.$get({}, init),
  );
  const orders = useOrders({ view, search });
  const filter = new URLSearchParams({ ...(view && { view }), ...(search && { search }) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <ChoiceLinks
        label="Views"
        name="view"
        chosen={view}
        choices={[
          { value: undefined, label: 'All' },
          ...orderViews.map((value) => ({
            value,
            label: viewWords[value],
            count: counts && String(countOf(value, counts)),
          })),
        ]}
      />
      <div className="flex items-center gap-3">
        <input
          type="search"
          aria-label="Search orders"
          placeholder="Reference, name, email"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className={classNames(controlClass, 'h-11 min-w-0 flex-1 max-sm:px-3 sm:max-w-md')}
        />
        <span className="ml-auto shrink-0">
          <CsvLink href={`/api/orders/export?${filter}`} what="orders" />
        </span>
      </div>
      <RecordList
        records={orders}
        emptyText={search ? 'No orders found.' : view ? emptyTexts[view] : noOrders}
        columns="three"
      >
        {(order) => <OrderCard order={order} />}
      </RecordList>
    </div>
  );
}
