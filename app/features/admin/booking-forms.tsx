import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import {
  cancellationForm,
  joinDetailsForm,
  moveForm,
  noteForm,
  paymentForm,
} from '#domain/mentor-booking.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { writeValue } from '../forms/draft.ts';
import { TextArea, TextInput } from '../forms/form-fields.tsx';
import { useFacts } from '../shell/facts.ts';
import { type Booking, useBookingForm } from './booking-changes.ts';
import { TaskForm } from './task-form.tsx';
import { TimeChoice } from './time-choice.tsx';

interface BookingFormProps {
  booking: Booking;
  onLeave: () => void;
}

/** What somebody else has done meanwhile: the mentor sees both, and chooses. */
const ChangedNotice = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-2 rounded-sm border border-gold-soft bg-gold-wash px-4 py-3 text-[0.9375rem]">
    {children}
  </div>
);

function MovedNotice({ changed: { booking_date, cancelled_at } }: { changed: Booking }) {
  const { timeZone, timeZoneLabel } = useFacts();
  const when = `${formatDateAndClock(booking_date, timeZone)} ${timeZoneLabel}`;
  return (
    <ChangedNotice>
      <p>
        {cancelled_at
          ? 'This session has been cancelled meanwhile.'
          : `This session has been moved meanwhile, to ${when}.`}
      </p>
    </ChangedNotice>
  );
}

const MessageField = ({ field, name }: { field: FieldMetadata<unknown>; name: string }) => (
  <TextArea
    field={field}
    label={`A line to ${name}`}
    hint="It stands in the mail that tells of it."
    isOptional
    rows={3}
    className="min-h-24!"
  />
);

export function MoveForm({ booking, onLeave }: BookingFormProps) {
  const { fields, changed, ...form } = useBookingForm({
    ...{ booking, name: 'move', schema: moveForm, onSaved: onLeave },
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
      onLeave={onLeave}
      notice={changed && <MovedNotice changed={changed} />}
    >
      <TimeChoice
        formId={form.form.id}
        errors={fields.booking_date.errors}
        sessionType={booking.session_type}
        bookingId={booking.id}
      />
      <MessageField field={fields.message} name={booking.name} />
    </TaskForm>
  );
}

export function CancelForm({ booking, onLeave }: BookingFormProps) {
  const { fields, changed, ...form } = useBookingForm({
    ...{ booking, name: 'cancel', schema: cancellationForm, onSaved: onLeave },
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
      onLeave={onLeave}
      notice={changed && <MovedNotice changed={changed} />}
    >
      <p>
        {booking.name} is told by mail, and it leaves both calendars. The time becomes free for
        somebody else at once.
      </p>
      <MessageField field={fields.message} name={booking.name} />
    </TaskForm>
  );
}

export function PaymentForm({ booking, onLeave }: BookingFormProps) {
  const isPaid = booking.paid_at !== null;
  const { fields, changed, ...form } = useBookingForm({
    ...{ booking, name: 'payment', schema: paymentForm, onSaved: onLeave },
    defaultValue: { payment_reference: booking.payment_reference ?? '' },
    about: ['paid_at', 'payment_reference'],
    send: (values, { payment }, param, version) =>
      payment.$put({ param, json: { ...values, version, is_paid: true } }),
    saved: isPaid ? 'Payment saved' : 'Marked as paid',
    failed: 'Failed to save payment',
  });
  return (
    <TaskForm
      {...form}
      label="Payment"
      action={isPaid ? 'Save' : 'Mark as Paid'}
      onLeave={onLeave}
      notice={
        changed && (
          <ChangedNotice>
            <p>
              {changed.paid_at
                ? `It was marked as paid meanwhile, with the reference “${changed.payment_reference ?? 'none'}”.`
                : 'The payment was taken back meanwhile.'}
            </p>
          </ChangedNotice>
        )
      }
    >
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
  const { fields, changed, ...form } = useBookingForm({
    ...{ booking, name: 'note', schema: noteForm, onSaved: onLeave },
    defaultValue: { mentor_note: booking.mentor_note ?? '' },
    about: ['mentor_note'],
    send: (values, { note }, param, version) => note.$put({ param, json: { ...values, version } }),
    saved: 'Note saved',
    failed: 'Failed to save note',
  });
  return (
    <TaskForm
      {...form}
      label="Your note"
      action="Save Note"
      onLeave={onLeave}
      notice={
        changed && (
          <WrittenElsewhere words={changed.mentor_note} field={fields.mentor_note} what="Note" />
        )
      }
    >
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
  const { fields, changed, ...form } = useBookingForm({
    ...{ booking, name: 'join', schema: joinDetailsForm, onSaved: onLeave },
    defaultValue: { join_details: booking.join_details ?? '' },
    about: ['join_details'],
    send: (values, resource, param, version) =>
      resource['join-details'].$put({ param, json: { ...values, version } }),
    saved: 'How to join is saved',
    failed: 'Failed to save how to join',
  });
  return (
    <TaskForm
      {...form}
      label="How to join"
      action="Save"
      onLeave={onLeave}
      notice={
        changed && (
          <WrittenElsewhere words={changed.join_details} field={fields.join_details} what="Entry" />
        )
      }
    >
      <TextInput
        field={fields.join_details}
        label="Link or number"
        hint={`For this one session. While it is to come, ${booking.name} is told by mail and in the calendar.`}
      />
    </TaskForm>
  );
}

interface WrittenElsewhereProps {
  words: string | null;
  field: FieldMetadata<unknown>;
  what: string;
}

/** Shows what was written elsewhere, and takes it in the place of what stands in the field. */
function WrittenElsewhere({ words, field, what }: WrittenElsewhereProps) {
  function take() {
    const control = document.getElementById(field.id);
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
      writeValue(control, words ?? '');
  }
  return (
    <ChangedNotice>
      <p className="font-semibold">{what} written elsewhere meanwhile:</p>
      <p className="whitespace-pre-line">{words ?? 'Nothing.'}</p>
      <p className="text-sm text-muted">Save once more to keep yours, or</p>
      <Button variant="secondary" onClick={take} className="justify-self-start">
        Use that instead
      </Button>
    </ChangedNotice>
  );
}
