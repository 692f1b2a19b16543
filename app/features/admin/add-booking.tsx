import { useState } from 'react';
import { meetingTypes, tradingKnowledgeLevels } from '#domain/booking.ts';
import { mentorBookingForm } from '#domain/mentor-booking.ts';
import type { OffersSettings } from '#domain/settings/offers.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { readDraft } from '../forms/draft.ts';
import { Select, TextArea, TextInput } from '../forms/form-fields.tsx';
import { useSectionState } from '../settings/use-section.ts';
import { useAdminForm } from './admin-form.tsx';
import { TaskForm } from './task-form.tsx';
import { TimeChoice } from './time-choice.tsx';

const formId = 'admin-booking';

/** Adds a booking for somebody who has asked for it by telephone, or in any other way. */
export function AddBooking({ onLeave }: { onLeave: () => void }) {
  const { api } = useAdminSession();
  const { data: offers } = useSectionState<OffersSettings>('offers');
  const { fields, ...form } = useAdminForm({
    id: formId,
    table: 'bookings',
    schema: mentorBookingForm,
    save: (values, id) => api.bookings['by-mentor'].$post({ json: { ...values, id } }),
    saved: 'Booking added successfully',
    failed: 'Failed to add booking',
    ...{ onSaved: onLeave, onLeft: onLeave },
  });
  // What was chosen before a reload is there at once: what is offered comes later.
  const [kept] = useState(() => readDraft(formId)?.values.session_type);
  const offered = offers?.value.mentorshipOptions ?? (kept ? [{ title: kept, price: '' }] : []);
  return (
    <TaskForm {...form} label="Add a booking" action="Add Booking">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <TextInput field={fields.name} label="Name" autoComplete="off" />
        <TextInput
          field={fields.email}
          type="email"
          label="Email"
          hint="The confirmation goes there."
          autoComplete="off"
        />
        <Select field={fields.session_type} label="Session" placeholder="Choose a session">
          {offered.map(({ title, price }) => (
            <option key={title} value={title}>
              {price ? `${title} · ${price}` : title}
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
        formId={formId}
        errors={fields.booking_date.errors}
        sessionType={fields.session_type.value ?? ''}
      />
      <Select field={fields.trading_knowledge} label="Trading knowledge" placeholder="Beginner">
        {tradingKnowledgeLevels.slice(1).map((level) => (
          <option key={level}>{level}</option>
        ))}
      </Select>
      <TextArea
        field={fields.mentor_note}
        label="Note"
        hint="Only you see it: a telephone number, for example."
        isOptional
        rows={3}
        className="min-h-24!"
      />
    </TaskForm>
  );
}
