import { site } from '#content/site.ts';
import { formatDay } from '#domain/calendar-day.ts';
import { eventForm } from '#domain/event.ts';
import { useAdminApi } from '../auth/api-client.ts';
import { TextArea, TextInput } from '../forms/form-fields.tsx';
import { AdminForm, FormBesideList, useAdminForm } from './admin-form.tsx';
import { RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { useRecords } from './use-records.ts';

/** Events: added and deleted. */
export function EventsTab() {
  const events = useRecords('events', { noun: 'event' });
  return (
    <FormBesideList form={<EventForm />}>
      <RecordList records={events}>
        {({ id, title, date, time, location, description }) => (
          <RecordCard title={title} onDelete={(name) => events.remove(id, name)}>
            <p className="font-medium text-gold">
              <time dateTime={date}>{formatDay(date)}</time>
              {time && `, ${time.slice(0, 5)} ${site.timeZoneLabel}`}
            </p>
            {location && <p className="text-muted">{location}</p>}
            {description && <p className="whitespace-pre-line">{description}</p>}
          </RecordCard>
        )}
      </RecordList>
    </FormBesideList>
  );
}

function EventForm() {
  const api = useAdminApi();
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
      <TextArea
        field={fields.description}
        label="Description"
        isOptional
        rows={3}
        className="min-h-24"
      />
    </AdminForm>
  );
}
