import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { useAdminSession } from '#features/accounts/ui/index.ts';
import { meetingTypes, tradingKnowledgeLevels } from '#features/booking/rules/booking.ts';
import {
  cancellationForm,
  joinDetailsForm,
  mentorBookingForm,
  moveForm,
  noteForm,
  paymentForm,
} from '#features/booking/rules/mentor-booking.ts';
import { AdminForm, Loaded, useAdminForm, useMentorClock } from '#features/desk/ui/index.ts';
import { Select, TextArea, TextInput } from '#features/forms/ui/index.ts';
import type { OffersSettings } from '#features/settings/rules/index.ts';
import { useSectionState } from '#features/settings/ui/index.ts';
import { instantText } from '#rules/zod.ts';
import { type Booking, useBookingForm } from './booking-words.tsx';
import { TimeChoice } from './time-choice.tsx';

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

/** Moves a session, or books a cancelled one again that was paid for too late. */
export function MoveForm({ booking, onLeave }: BookingFormProps) {
  const isRebooking = booking.cancelled_at !== null;
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
          The client paid for this session after its time was released. Choose another time; the
          client gets the invitation and the receipt.
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
  const { fields, ...form } = useBookingForm({
    booking,
    name: 'cancel',
    schema: cancelForm,
    onLeave,
    compared: useComparedTime(),
    send: ({ message }, { cancellation }, param, version) =>
      cancellation.$put({ param, json: { message, version } }),
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
        {booking.email ? `We’ll email ${booking.name} and remove it from both calendars.` : null}{' '}
        The slot opens up straight away.
      </p>
      <input {...getInputProps(fields.booking_date, { type: 'hidden' })} />
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
      if (paid_at === null)
        return 'The money is kept as unplaced: this session no longer takes place.';
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
        hint={`For this session only. Before it starts, we’ll also email ${booking.name} and update the calendar.`}
      />
    </AdminForm>
  );
}

interface AddBookingProps {
  onLeave: () => void;
}

/** Adds a booking for a client who asked for it by phone or in another way. */
export function AddBooking({ onLeave }: AddBookingProps) {
  const offers = useSectionState<OffersSettings>('offers');
  return (
    <Loaded query={offers} failed="Your session types could not be loaded." skeleton="h-96">
      {({ value }) => <AddingForm offered={value.mentorshipOptions} onLeave={onLeave} />}
    </Loaded>
  );
}

type AddingFormProps = AddBookingProps & { offered: OffersSettings['mentorshipOptions'] };

function AddingForm({ offered, onLeave }: AddingFormProps) {
  const { api } = useAdminSession();
  const { fields, ...form } = useAdminForm({
    id: 'admin-booking',
    table: 'bookings',
    schema: mentorBookingForm,
    save: (values, id) => api.bookings['by-mentor'].$post({ json: { ...values, id } }),
    saved: 'Booking added successfully',
    failed: 'Failed to add booking',
    onSaved: onLeave,
    onLeft: onLeave,
  });
  const hasEmail = Boolean(fields.email.value);
  return (
    <AdminForm {...form} label="Add a booking" action="Add Booking">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextInput field={fields.name} label="Name" autoComplete="off" />
        <TextInput
          field={fields.email}
          type="email"
          label="Email"
          hint={
            hasEmail
              ? 'We’ll send the confirmation here.'
              : 'Without an email address, they won’t get a confirmation.'
          }
          isOptional
          autoComplete="off"
        />
        <TextInput
          field={fields.phone}
          type="tel"
          label="Phone"
          hint="An email or a phone number is enough."
          isOptional
          autoComplete="off"
        />
        <Select field={fields.session_type} label="Session" placeholder="Choose a session">
          {offered.map(({ title, price }) => (
            <option key={title} value={title}>
              {title} · {price}
            </option>
          ))}
        </Select>
        <Select field={fields.meeting_type} label="Meeting" placeholder="Choose how you meet">
          {meetingTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </Select>
      </div>
      <TimeChoice
        formId={form.form.id}
        errors={fields.booking_date.errors}
        sessionType={fields.session_type.value ?? ''}
        email={fields.email.value}
      />
      <Select field={fields.trading_knowledge} label="Trading knowledge" placeholder="Beginner">
        {tradingKnowledgeLevels.slice(1).map((level) => (
          <option key={level}>{level}</option>
        ))}
      </Select>
      <TextArea
        field={fields.mentor_note}
        label="Note"
        hint="Only you see this."
        isOptional
        rows={3}
        className="min-h-24!"
      />
    </AdminForm>
  );
}
