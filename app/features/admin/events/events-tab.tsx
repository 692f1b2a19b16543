import { getInputProps, getTextareaProps } from '@conform-to/react';
import { parseResponse } from 'hono/client';
import { TextAreaField, TextField } from '#app/ui/field.tsx';
import { site } from '#content/site.ts';
import { formatDay } from '#domain/calendar-day.ts';
import { eventForm } from '#domain/event.ts';
import { useAdminApi } from '../admin-api.ts';
import { AdminForm } from '../form/admin-form.tsx';
import { useAdminForm } from '../form/use-admin-form.ts';
import { AdminCard } from '../list/admin-card.tsx';
import { AdminList } from '../list/admin-list.tsx';
import { useAdminList } from '../list/use-admin-list.ts';
import { TabLayout } from '../tab-layout.tsx';

/** Events: added and deleted. */
export function EventsTab() {
  const api = useAdminApi();
  const list = useAdminList({
    table: 'events',
    what: 'events',
    readPage: (cursor, signal) =>
      parseResponse(api.events.$get({ query: { cursor } }, { init: { signal } })),
  });
  return (
    <TabLayout form={<EventForm />}>
      <AdminList list={list} label="Events" emptyText="No events found.">
        {({ id, title, date, time, location, description }) => (
          <AdminCard
            title={title}
            deletion={{
              id,
              table: 'events',
              noun: 'event',
              name: title,
              send: () =>
                parseResponse(
                  api.events[':id'].$delete({ param: { id } }, { init: { keepalive: true } }),
                ),
              done: 'Event deleted successfully',
              failed: () => 'Failed to delete event',
            }}
          >
            <p className="font-medium text-gold">
              <time dateTime={date}>{formatDay(date)}</time>
              {time && `, ${time.slice(0, 5)} ${site.timeZoneLabel}`}
            </p>
            {location && <p className="text-muted">{location}</p>}
            {description && <p className="whitespace-pre-line">{description}</p>}
          </AdminCard>
        )}
      </AdminList>
    </TabLayout>
  );
}

function EventForm() {
  const api = useAdminApi();
  const { form, fields, ...shared } = useAdminForm({
    id: 'admin-event',
    table: 'events',
    schema: eventForm,
    save: (values, id) => api.events.$post({ json: { ...values, id } }),
    saved: 'Event added successfully',
    failed: 'Failed to add event',
  });
  return (
    <AdminForm title="New event" form={form} {...shared} action="Add Event" busyAction="Saving...">
      <TextField
        {...getInputProps(fields.title, { type: 'text', ariaAttributes: false })}
        label="Title"
        errors={fields.title.errors}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          {...getInputProps(fields.date, { type: 'date', ariaAttributes: false })}
          label="Date"
          errors={fields.date.errors}
        />
        <TextField
          {...getInputProps(fields.time, { type: 'time', ariaAttributes: false })}
          label="Time"
          isOptional
          errors={fields.time.errors}
        />
      </div>
      <TextField
        {...getInputProps(fields.location, { type: 'text', ariaAttributes: false })}
        label="Location"
        isOptional
        errors={fields.location.errors}
      />
      <TextAreaField
        {...getTextareaProps(fields.description, { ariaAttributes: false })}
        label="Description"
        isOptional
        rows={3}
        className="min-h-24"
        errors={fields.description.errors}
      />
    </AdminForm>
  );
}
