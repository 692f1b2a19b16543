import type { FieldMetadata } from '@conform-to/react';
import {
  cancellationForm,
  joinDetailsForm,
  moveForm,
  noteForm,
  paymentForm,
} from '#domain/mentor-booking.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { TextArea, TextInput } from '../forms/form-fields.tsx';
import { useFacts } from '../shell/facts.ts';
import { type Booking, useBookingForm, useSessionForm } from './booking-changes.ts';
import { TaskForm } from './task-form.tsx';
import { TimeChoice } from './time-choice.tsx';

interface BookingFormProps {
  booking: Booking;
  onLeave: () => void;
}

/** What somebody else has done with the session meanwhile: the mentor sees it, and chooses. */
function MovedNotice({ changed: { booking_date, cancelled_at } }: { changed: Booking }) {
  const { timeZone, timeZoneLabel } = useFacts();
  const when = `${formatDateAndClock(booking_date, timeZone)} ${timeZoneLabel}`;
  return (
    <p className="rounded-sm border border-danger bg-danger-wash px-4 py-3 text-[0.9375rem]">
      {cancelled_at
        ? 'This session has been cancelled meanwhile.'
        : `This session has been moved meanwhile, to ${when}.`}
    </p>
  );
}

interface MessageFieldProps extends Pick<BookingFormProps, 'booking'> {
  field: FieldMetadata<unknown>;
}

const MessageField = ({ field, booking: { name, email } }: MessageFieldProps) =>
  email === null ? (
    <p>{name} has no email address, so no mail is sent. Please tell them yourself.</p>
  ) : (
    <TextArea
      field={field}
      label={`A line to ${name}`}
      hint="Included in the email about this change."
      isOptional
      rows={3}
      className="min-h-24!"
    />
  );

export function MoveForm({ booking, onLeave }: BookingFormProps) {
  const { fields, changed, ...form } = useSessionForm({
    ...{ booking, name: 'move', schema: moveForm, onLeave },
    about: ['booking_date', 'cancelled_at', 'session_type'],
    send: (values, { time }, param, version) => time.$put({ param, json: { ...values, version } }),
    saved: 'Booking moved successfully',
    failed: 'Failed to move booking',
  });
  return (
    <TaskForm
      {...form}
      label="Move this session"
      action="Move Session"
      notice={changed && <MovedNotice changed={changed} />}
    >
      <TimeChoice
        formId={form.form.id}
        errors={fields.booking_date.errors}
        sessionType={booking.session_type}
        bookingId={booking.id}
        minutes={booking.session_minutes}
      />
      <MessageField field={fields.message} booking={booking} />
    </TaskForm>
  );
}

export function CancelForm({ booking, onLeave }: BookingFormProps) {
  const { fields, changed, ...form } = useSessionForm({
    ...{ booking, name: 'cancel', schema: cancellationForm, onLeave },
    about: ['booking_date', 'cancelled_at'],
    send: (values, { cancellation }, param, version) =>
      cancellation.$put({ param, json: { ...values, version } }),
    saved: 'Session cancelled successfully',
    failed: 'Failed to cancel session',
  });
  return (
    <TaskForm
      {...form}
      label="Cancel this session"
      action="Cancel Session"
      variant="danger"
      notice={changed && <MovedNotice changed={changed} />}
    >
      <p>This removes the session from both calendars and frees its time.</p>
      <MessageField field={fields.message} booking={booking} />
    </TaskForm>
  );
}

export function PaymentForm({ booking, onLeave }: BookingFormProps) {
  const isPaid = booking.paid_at !== null;
  const { fields, ...form } = useBookingForm({
    ...{ booking, name: 'payment', schema: paymentForm, onLeave },
    toTexts: ({ payment_reference }) => ({ payment_reference: payment_reference ?? '' }),
    compared: { payment_reference: 'Reference' },
    send: (values, { payment }, param, version) =>
      payment.$put({ param, json: { ...values, version, is_paid: true } }),
    saved: isPaid ? 'Payment saved' : 'Marked as paid',
    failed: 'Failed to save payment',
  });
  return (
    <TaskForm {...form} label="Payment" action={isPaid ? 'Save' : 'Mark as Paid'}>
      <TextInput
        field={fields.payment_reference}
        label="Reference"
        hint="What you find the payment by: an invoice number, a name on the statement."
        isOptional
      />
    </TaskForm>
  );
}

export function NoteForm({ booking, onLeave }: BookingFormProps) {
  const { fields, ...form } = useBookingForm({
    ...{ booking, name: 'note', schema: noteForm, onLeave },
    toTexts: ({ mentor_note }) => ({ mentor_note: mentor_note ?? '' }),
    compared: { mentor_note: 'Note' },
    send: (values, { note }, param, version) => note.$put({ param, json: { ...values, version } }),
    saved: 'Note saved',
    failed: 'Failed to save note',
  });
  return (
    <TaskForm {...form} label="Your note" action="Save Note">
      <TextArea
        field={fields.mentor_note}
        label="Note"
        hint="Only you see it."
        rows={4}
        className="min-h-28!"
      />
    </TaskForm>
  );
}

export function JoinForm({ booking, onLeave }: BookingFormProps) {
  const { fields, ...form } = useBookingForm({
    ...{ booking, name: 'join', schema: joinDetailsForm, onLeave },
    toTexts: ({ join_details }) => ({ join_details: join_details ?? '' }),
    compared: { join_details: 'Link or number' },
    send: (values, resource, param, version) =>
      resource['join-details'].$put({ param, json: { ...values, version } }),
    saved: 'How to join is saved',
    failed: 'Failed to save how to join',
  });
  return (
    <TaskForm {...form} label="How to join" action="Save">
      <TextInput
        field={fields.join_details}
        label="Link or number"
        hint={`For this one session. While it is to come, ${booking.name} is told by mail and in the calendar.`}
      />
    </TaskForm>
  );
}
