import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { AdminForm, useAdminForm, useAdminSession } from '#features/admin-ui/ui/index.ts';
import { newOrderForm } from '#features/billing/rules/new-order.ts';
import { TextInput } from '#features/forms/ui/index.ts';
import { SidePanel } from '#ui/dialog.tsx';
import { useMoneyPath } from './use-orders.ts';

/** Creates an order for what the mentor agreed on with a client, and opens it. */
export function NewOrderPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title="New order">
      {isOpen && <NewOrderForm onLeave={onClose} />}
    </SidePanel>
  );
}

function NewOrderForm({ onLeave }: { onLeave: () => void }) {
  const { api } = useAdminSession();
  const navigate = useNavigate();
  const path = useMoneyPath();
  const created = useRef('');
  const { fields, ...form } = useAdminForm({
    id: 'new-order',
    table: 'orders',
    schema: newOrderForm,
    save({ amount, ...values }, id) {
      created.current = id;
      return api.orders.$post({ json: { ...values, id, amount_cents: amount } });
    },
    saved: 'Order created',
    failed: 'Failed to create the order',
    onSaved: () => void navigate(path({ order: created.current }), { preventScrollReset: true }),
    onLeft: onLeave,
  });
  const hasEmail = Boolean(fields.email.value);
  return (
    <AdminForm {...form} label="New order" action="Create Order">
      <TextInput field={fields.title} label="What it is for" hint="The client reads this." />
      <TextInput
        field={fields.amount}
        label="Amount in rand"
        inputMode="decimal"
        className="max-w-40"
      />
      <TextInput field={fields.name} label="Client’s name" autoComplete="off" />
      <TextInput
        field={fields.email}
        type="email"
        label="Email"
        hint={
          hasEmail
            ? 'We’ll send them the link to pay.'
            : 'Without an email address, send them the link yourself.'
        }
        isOptional
        autoComplete="off"
      />
      <TextInput field={fields.phone} type="tel" label="Phone" isOptional autoComplete="off" />
    </AdminForm>
  );
}
