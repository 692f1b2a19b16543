import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { AdminForm, useMentorClock } from '#features/admin-ui/ui/index.ts';
import { TimeChoice } from '#features/availability/ui/admin/index.ts';
import { useLinkedOrders } from '#features/billing/ui/admin/index.ts';
import {
  cancellationForm,
  joinDetailsForm,
  moveForm,
  noteForm,
  paymentForm,
} from '#features/booking/rules/index.ts';
import { TextArea, TextInput } from '#features/forms/ui/index.ts';
import { formatRand } from '#rules/money.ts';
import { instantText } from '#rules/zod.ts';
import { CheckboxField } from '#ui/field.tsx';
import { type Booking, useBookingForm } from './booking-words.tsx';

interface BookingFormProps {
  booking: Booking;
  onLeave: () => void;
}

interface MessageFieldProps extends Pick<BookingFormProps, 'booking'> {
  field: FieldMetadata<unknown>;
}

const MessageField = ({ field, booking: { name, email } }: MessageFieldProps) =>
  email === null ? (
    <p>{name} has no email address, so we can’t notify them. Please let them know yourself.</p>
  ) : (
    <TextArea
      field={field}
      label={`Message to ${name}`}
      hint="We’ll include this in the email."
      isOptional
      rows={3}
      className="min-h-24!"
    />
  );

/**
 * Returns the fields that the conflict panel compares when the session itself changes: its start.
 */
function useComparedTime() {
  const { toTime } = useMentorClock();
  return {
    booking_date: {
      label: 'Time of the session',
      show: (instant: string) => (instant ? toTime(instant) : 'Not chosen yet'),
    },
  };
}

const moveWords = {
  label: 'Move this session',
  action: 'Move Session',
  saved: 'Booking moved successfully',
  failed: 'Failed to move booking',
};

const rebookWords = {
  label: 'Find another time',
  action: 'Book Session',
  saved: 'Session booked again',
  failed: 'Failed to book session',
};

/** Returns whether something was paid for a session, also a part. */
function useHasMoney({ id, paid_at }: Booking): boolean {
  const order = useLinkedOrders([id])(id);
  return paid_at !== null || (order !== undefined && order.paid_cents > 0);
}

/** Moves a session, or books a cancelled one again that was paid for too late. */
export function MoveForm({ booking, onLeave }: BookingFormProps) {
  const isRebooking = booking.cancelled_at !== null;
  const order = useLinkedOrders([booking.id])(booking.id);
  const hasMoney = useHasMoney(booking);
  const received = order && formatRand(order.paid_cents || order.amount_cents);
  const { saved, failed, ...words } = isRebooking ? rebookWords : moveWords;
  const { fields, ...form } = useBookingForm({
    booking,
    name: 'move',
    schema: moveForm,
    onLeave,
    compared: useComparedTime(),
    send: (values, { time }, param, version) => time.$put({ param, json: { ...values, version } }),
    saved,
    failed,
  });
  const { value: chosen } = fields.booking_date;
  // The field is empty until a time is chosen, which does not count as a change.
  const isUnsaved = Boolean(fields.message.value || (chosen && chosen !== booking.booking_date));
  return (
    <AdminForm {...form} isUnsaved={isUnsaved} isRestored={form.isRestored && isUnsaved} {...words}>
      {isRebooking && (
        <p>
          {`The client has paid${received ? ` ${received}` : ''} for this session`}
          {!hasMoney &&
            ` after ${booking.held_until ? 'its time was released' : 'it was cancelled'}`}
          {`. Choose another time, and we’ll send them the invitation${hasMoney ? '' : ' and the receipt'}.`}
        </p>
      )}
      <TimeChoice
        formId={form.form.id}
        errors={fields.booking_date.errors}
        sessionType={booking.session_type}
        bookingId={booking.id}
        minutes={booking.session_minutes}
      />
      <MessageField field={fields.message} booking={booking} />
    </AdminForm>
  );
}

/**
 * Includes the start, so that a session that was moved in the meantime is not cancelled by mistake.
 */
const cancelForm = cancellationForm.extend({ booking_date: instantText('A time is required.') });

export function CancelForm({ booking, onLeave }: BookingFormProps) {
  const isHeld = booking.held_until !== null;
  const hasMoney = useHasMoney(booking);
  const { fields, ...form } = useBookingForm({
    booking,
    name: 'cancel',
    schema: cancelForm,
    onLeave,
    compared: useComparedTime(),
    send: ({ message, counts_as_used }, { cancellation }, param, version) =>
      cancellation.$put({ param, json: { message, counts_as_used, version } }),
    saved: 'Session cancelled successfully',
    failed: 'Failed to cancel session',
  });
  return (
    <AdminForm
      {...form}
      label="Cancel this session"
      action="Cancel Session"
      leaving="Keep session"
      variant="danger"
    >
      <p>
        {[
          booking.email &&
            `We’ll email ${booking.name}${isHeld ? '' : ' and remove it from both calendars'}.`,
          'The slot opens up straight away.',
          booking.entitlement_id
            ? 'The session goes back to the package.'
            : hasMoney && 'They have paid: refund them or offer another time afterwards.',
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <input {...getInputProps(fields.booking_date, { type: 'hidden' })} />
      {booking.entitlement_id && (
        <CheckboxField
          id={fields.counts_as_used.id}
          name={fields.counts_as_used.name}
          label="Count it as used instead"
          hint="The client can’t book it again then. You can still return it later."
        />
      )}
      <MessageField field={fields.message} booking={booking} />
    </AdminForm>
  );
}

export function PaymentForm({ booking, onLeave }: BookingFormProps) {
  const isPaid = booking.paid_at !== null;
  const { fields, ...form } = useBookingForm({
    booking,
    name: 'payment',
    schema: paymentForm,
    onLeave,
    compared: { payment_reference: 'Reference' },
    send: (values, { payment }, param, version) =>
      payment.$put({ param, json: { ...values, version, is_paid: true } }),
    async saved(response) {
      const { paid_at }: Booking = await response.json();
      if (paid_at === null) return 'Recorded as unallocated: this session no longer takes place.';
      return isPaid ? 'Payment saved' : 'Marked as paid';
    },
    failed: 'Failed to save payment',
  });
  return (
    <AdminForm {...form} label="Payment" action={isPaid ? 'Save' : 'Mark as Paid'}>
      <TextInput
        field={fields.payment_reference}
        label="Reference"
        hint="e.g. invoice number or name on your bank statement"
        isOptional
      />
    </AdminForm>
  );
}

export function NoteForm({ booking, onLeave }: BookingFormProps) {
  const { fields, ...form } = useBookingForm({
    booking,
    name: 'note',
    schema: noteForm,
    onLeave,
    compared: { mentor_note: 'Note' },
    send: (values, { note }, param, version) => note.$put({ param, json: { ...values, version } }),
    saved: 'Note saved',
    failed: 'Failed to save note',
  });
  return (
    <AdminForm {...form} label="Your note" action="Save Note">
      <TextArea
        field={fields.mentor_note}
        label="Note"
        hint="Only you see this."
        rows={4}
        className="min-h-28!"
      />
    </AdminForm>
  );
}

export function JoinForm({ booking, onLeave }: BookingFormProps) {
  const { fields, ...form } = useBookingForm({
    booking,
    name: 'join',
    schema: joinDetailsForm,
    onLeave,
    compared: { join_details: 'Link or number' },
    send: (values, resource, param, version) =>
      resource['join-details'].$put({ param, json: { ...values, version } }),
    saved: 'Join details saved',
    failed: 'Failed to save join details',
  });
  return (
    <AdminForm {...form} label="How to join" action="Save">
      <TextInput
        field={fields.join_details}
        label="Link or number"
        hint={
          booking.held_until === null
            ? `For this session only. Before it starts, we’ll also email ${booking.name} and update the calendar.`
            : `For this session only. ${booking.name} gets it once they have paid.`
        }
      />
    </AdminForm>
  );
}
