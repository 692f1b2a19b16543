import { type ComponentProps, useState } from 'react';
import {
  AdminForm,
  useAdminForm,
  useAdminSession,
  useMentorClock,
} from '#features/admin-ui/ui/index.ts';
import { describeDelivery } from '#features/billing/rules/document-delivery.ts';
import { isGiven } from '#features/customers/rules/index.ts';
import { ProgressText } from '#features/customers/ui/admin/index.ts';
import { TextArea, TextInput } from '#features/forms/ui/index.ts';
import { describePart, leftToPay, obstacleWords } from '#features/orders/rules/index.ts';
import {
  createRefundForm,
  describeUnusedShare,
  paidMark,
  partForm,
  toUnusedShare,
} from '#features/payments/rules/index.ts';
import { formatDecimal, formatRand, parseAmount } from '#rules/money.ts';
import { paymentMethodName } from '#rules/payment-methods.ts';
import { dayInZone } from '#rules/time-zone.ts';
import { CheckboxField } from '#ui/field.tsx';
import type { OrderDetails } from './use-orders.ts';
import { moneyOf } from './use-orders.ts';

interface OrderFormProps {
  order: OrderDetails;
  onLeave: () => void;
}

/** Today in the mentor's time zone. Orders are never rendered on the server, so it differs nowhere. */
const useToday = () => dayInZone(new Date(), useMentorClock().timeZone);

/** The day on which a payment arrived. */
const PaidOn = ({ field }: Pick<ComponentProps<typeof TextInput>, 'field'>) => (
  <TextInput
    field={field}
    type="date"
    label="Arrived on"
    hint="The date of the payment on the receipt and in your sums."
    max={useToday()}
    isOptional
    className="max-w-48"
  />
);

/** Marks an order as paid. */
export function PaidForm({ order, onLeave }: OrderFormProps) {
  const { id, reference, needs_address, obstacle } = order;
  // Money for an order that was closed meanwhile is recorded, too.
  const left = order.amount_cents - order.paid_cents;
  // An expired order is still delivered if the mentor says so.
  const isTaken = obstacle === null || obstacle === 'expired';
  const { api } = useAdminSession();
  const { fields, ...form } = useAdminForm({
    id: `order-paid-${id}`,
    table: 'orders',
    schema: paidMark,
    defaultValue: { paid_on: useToday() },
    save: (json) => api.orders[':id'].paid.$post({ param: { id }, json }),
    async saved(response) {
      const { state }: OrderDetails = await response.json();
      return state !== 'paid'
        ? 'Recorded as unallocated: this order is no longer open.'
        : `Marked as paid. ${describeDelivery(order)}`;
    },
    failed: 'Failed to mark as paid',
    onSaved: onLeave,
    onLeft: onLeave,
  });
  return (
    <AdminForm
      {...form}
      label="Mark as paid"
      action={
        isTaken ? `Mark ${formatRand(left)} as paid` : `Record ${formatRand(left)} as unallocated`
      }
    >
      <p className="text-[0.9375rem]">
        Did {formatRand(left)} arrive with the reference{' '}
        <span translate="no" className="whitespace-nowrap">
          {reference}
        </span>
        ?{' '}
        {isTaken
          ? describeDelivery(order)
          : `${obstacleWords[obstacle]} The payment will be unallocated${order.email ? ', and the client gets an email about it' : ''}. You can then refund it${order.booking_id ? ' or find another time' : ''}.`}
      </p>
      <PaidOn field={fields.paid_on} />
      <TextInput
        field={fields.note}
        label="Reference or note"
        hint="e.g. what the bank statement says. Only you see it."
        isOptional
      />
      {needs_address && (
        <TextArea
          field={fields.address}
          label="Client’s address"
          hint="Required by law on tax invoices over R5 000."
          rows={3}
        />
      )}
    </AdminForm>
  );
}

/** Records what arrived for an order, or uses one of its unallocated payments for it. */
export function PartForm({
  order,
  payment,
  onLeave,
}: OrderFormProps & { payment: OrderDetails['payments'][number] | undefined }) {
  const { id, needs_address, booking_id } = order;
  const left = leftToPay(moneyOf(order));
  const { api } = useAdminSession();
  const { fields, ...form } = useAdminForm({
    id: `order-part-${payment?.id ?? id}`,
    table: 'orders',
    schema: partForm,
    defaultValue: {
      amount: payment ? formatDecimal(payment.amount_cents) : '',
      paid_on: useToday(),
    },
    save: ({ amount, ...part }) =>
      api.orders[':id'].part.$post({
        param: { id },
        json: { ...part, amount_cents: amount, payment_id: payment?.id },
      }),
    async saved(response) {
      const saved: OrderDetails = await response.json();
      if (saved.paid_cents === order.paid_cents)
        return 'Recorded as unallocated: this order takes no money.';
      return `${describePart(moneyOf(saved)) ?? 'The order is paid'}. ${describeDelivery(order)}`;
    },
    failed: 'Failed to record the payment',
    onSaved: onLeave,
    onLeft: onLeave,
  });
  return (
    <AdminForm {...form} label="Record a payment" action="Record payment">
      <p className="text-[0.9375rem]">
        {formatRand(left)} is left to pay. {describeDelivery(order)}
        {booking_id && ' A session that is held is confirmed.'}
      </p>
      {payment ? (
        <>
          <p className="font-semibold">Uses {formatRand(payment.amount_cents)}.</p>
          <input
            type="hidden"
            id={fields.amount.id}
            name={fields.amount.name}
            value={formatDecimal(payment.amount_cents)}
          />
        </>
      ) : (
        <TextInput
          field={fields.amount}
          label="Amount that arrived, in rand"
          hint={`What is more than ${formatRand(left)} is recorded as unallocated, and you can refund it.`}
          inputMode="decimal"
          className="max-w-40"
        />
      )}
      <CheckboxField
        id={fields.waives_rest.id}
        name={fields.waives_rest.name}
        label="Waive the rest"
        hint="The order is paid then, and the receipt shows a discount."
      />
      {!payment && (
        <>
          <PaidOn field={fields.paid_on} />
          <TextInput
            field={fields.note}
            label="Reference or note"
            hint="e.g. what the bank statement says. Only you see it."
            isOptional
          />
        </>
      )}
      {needs_address && (
        <TextArea
          field={fields.address}
          label="Client’s address"
          hint="Required by law on tax invoices over R5 000."
          rows={3}
        />
      )}
    </AdminForm>
  );
}

/** Refunds a payment or a part of it, through its provider if possible. */
export function RefundForm({
  order,
  payment,
  onLeave,
}: OrderFormProps & { payment: OrderDetails['payments'][number] }) {
  const { api } = useAdminSession();
  const { id } = order;
  const way = paymentMethodName(payment.provider);
  const left = payment.amount_cents - payment.refunded_cents;
  const [schema] = useState(() => createRefundForm(left));
  const { sessions = null } = (!payment.is_unallocated && order.package_access) || {};
  const { paid_cents: paidCents, refunded_cents: refundedCents } = order;
  const sold = sessions && { ...sessions, paidCents, refundedCents };
  const proposed = sold ? Math.min(toUnusedShare(sold), left) : left;
  const { fields, ...form } = useAdminForm({
    id: `order-refund-${payment.id}`,
    table: 'orders',
    schema,
    defaultValue: {
      amount: proposed > 0 ? formatDecimal(proposed) : '',
      reason: '',
      ...(sold && { ends_access: 'on' }),
    },
    save: ({ amount, reason, by_hand, ends_access }, recordId) =>
      api.orders[':order'].refund.$post({
        param: { order: id },
        json: {
          id: recordId,
          payment_id: payment.id,
          amount_cents: amount,
          reason,
          by_hand: by_hand || !payment.can_refund,
          ends_access,
        },
      }),
    saved: payment.can_refund ? 'Refund sent. The order shows the result.' : 'Refund recorded',
    failed: 'Failed to refund',
    onSaved: onLeave,
    onLeft: onLeave,
  });
  const given = [order.access, order.package_access].filter((one) => one !== null);
  const isOpen = given.some(({ state }) => isGiven(state)) && !payment.is_unallocated;
  const what = sold ? 'the package' : 'the access to the course';
  const isInFull =
    parseAmount(fields.amount.value ?? '') === order.paid_cents - order.refunded_cents;
  return (
    <AdminForm
      {...form}
      label="Refund"
      variant="danger"
      action={payment.can_refund ? 'Refund' : 'Record refund'}
    >
      <p className="text-[0.9375rem]">
        {payment.can_refund
          ? `${way} refunds the original payment method.`
          : 'Refund this yourself first, then record it here.'}{' '}
        {payment.is_unallocated
          ? order.email && 'The client gets an email once the refund is sent.'
          : describeDelivery(order, 'credit note')}
      </p>
      <TextInput
        field={fields.amount}
        label="Amount in rand"
        hint={`${sold ? `${describeUnusedShare(sold)} ` : ''}At most ${formatRand(left)}`}
        inputMode="decimal"
        className="max-w-40"
      />
      <TextInput field={fields.reason} label="Reason" hint="The client sees this." />
      {isOpen && (
        <div className="grid gap-1">
          {given.map((access) => (
            <p key={access.id} className="text-[0.9375rem]">
              <ProgressText access={access} />
            </p>
          ))}
          {isInFull ? (
            <p className="text-[0.9375rem]">This refunds the order in full, which ends {what}.</p>
          ) : (
            <CheckboxField
              id={fields.ends_access.id}
              name={fields.ends_access.name}
              label={`Also end ${what}`}
              defaultChecked={sold !== null}
            />
          )}
          {sold && (
            <p className="text-sm text-muted">
              Sessions that are booked stay booked and count as used. To refund one that is to come,
              cancel it first.
            </p>
          )}
        </div>
      )}
      {payment.can_refund && (
        <CheckboxField
          id={fields.by_hand.id}
          name={fields.by_hand.name}
          label="I’ve refunded this myself"
          hint={`We won’t contact ${way}.`}
        />
      )}
    </AdminForm>
  );
}
