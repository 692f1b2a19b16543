import { AdminForm, Loaded, useAdminForm, useAdminSession } from '#features/admin-ui/ui/index.ts';
import { TimeChoice } from '#features/availability/ui/admin/index.ts';
import { mentorBookingForm, tradingKnowledgeLevels } from '#features/booking/rules/index.ts';
import { Select, TextArea, TextInput } from '#features/forms/ui/index.ts';
import type { OffersSettings } from '#features/settings/rules/index.ts';
import { useSectionState } from '#features/settings/ui/admin/index.ts';
import { meetingTypes } from '#rules/meeting-types.ts';

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
