import { formatDay } from '#domain/calendar-day.ts';
import { eventForm } from '#domain/event.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { TextArea, TextInput } from '../forms/form-fields.tsx';
import { useFacts } from '../shell/facts.ts';
import { AdminForm, useAdminForm } from './admin-form.tsx';
import { RecordCard } from './record-card.tsx';
import { ContentTab } from './record-list.tsx';

/** Events: added and deleted. */
export function EventsTab() {
  const site = useFacts();
  return (
    <ContentTab table="events" noun="event" form={<EventForm />}>
      {({ title, date, time, location, description }, onDelete) => (
        <RecordCard title={title} onDelete={onDelete}>
          <p className="font-medium text-gold">
            <time dateTime={date}>{formatDay(date)}</time>
            {time && `, ${time.slice(0, 5)} ${site.timeZoneLabel}`}
          </p>
          {location && <p className="text-muted">{location}</p>}
          {description && <p className="whitespace-pre-line">{description}</p>}
        </RecordCard>
      )}
    </ContentTab>
  );
}

function EventForm() {
  const { api } = useAdminSession();
  const { fields, ...form } = useAdminForm({
    id: 'admin-event',
    table: 'events',
    schema: eventForm,
    save: (values, id) => api.events.$post({ json: { ...values, id } }),
    saved: 'Event added successfully',
    failed: 'Failed to add event',
  });
  return (
    <AdminForm {...form} title="New event" action="Add Event">
      <TextInput field={fields.title} label="Title" />
      <div className="grid grid-cols-2 gap-4">
        <TextInput field={fields.date} type="date" label="Date" />
        <TextInput field={fields.time} type="time" label="Time" isOptional />
      </div>
      <TextInput field={fields.location} label="Location" isOptional />
      <TextArea field={fields.description} label="Description" isOptional rows={3} />
    </AdminForm>
  );
}
