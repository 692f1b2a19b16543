import { parseResponse } from 'hono/client';
import { KeyRound, UserSearch } from 'lucide-react';
import { CardButton, CardPageLink, useChange } from '#features/admin-ui/ui/index.ts';
import { AccessDetails } from '#features/customers/ui/admin/index.ts';
import { listGiven, nameOf } from './order-card.tsx';
import { Part } from './order-parts.tsx';
import type { OrderDetails } from './use-orders.ts';

/** Whether the course of an order is open, and what is left of its package. */
export function CourseOf({ order }: { order: OrderDetails }) {
  const { id, email, phone } = order;
  const giving = useChange({
    keys: ['orders', 'customers'],
    send: (api) => parseResponse(api.orders[':id'].access.$post({ param: { id } })),
    saved: email ? 'Access given. They get an email with their link.' : 'Access given',
    failed: 'No access was given',
  });
  const parts = listGiven(order);
  const isLacking = parts.some((one) => one.isLacking);
  if (parts.length === 0) return null;
  return (
    <Part title={parts.map(({ name }) => name).join(' and ')}>
      {parts.map(({ name, given }) =>
        given ? (
          <AccessDetails key={name} access={given} />
        ) : (
          <p key={name}>This order is paid, but its {name.toLowerCase()} is not open.</p>
        ),
      )}
      <div className="-mx-2 flex flex-wrap">
        {isLacking && (
          <CardButton icon={KeyRound} isBusy={giving.isPending} onClick={() => giving.mutate()}>
            Give access
          </CardButton>
        )}
        {(email ?? phone) && (
          <CardPageLink
            icon={UserSearch}
            spoken={`: ${nameOf(order)}`}
            to="/admin/people"
            preventScrollReset={false}
            state={{ text: email ?? phone }}
          >
            Open the person
          </CardPageLink>
        )}
      </div>
    </Part>
  );
}
