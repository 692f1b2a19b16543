import { CalendarPlus } from 'lucide-react';
import { Link } from 'react-router';
import { formatDay } from '#domain/calendar-day.ts';
import { eventForm } from '#domain/event.ts';
import { addDays } from '#domain/zoned-time.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { TextArea, TextInput } from '../forms/form-fields.tsx';
import { useFacts } from '../shell/facts.ts';
import { AdminForm, useAdminForm } from './admin-form.tsx';
import { ContentTab } from './content-tab.tsx';
import { cardActionClass, RecordCard } from './record-card.tsx';
import { type OpenedForm, toFormId } from './use-edited-record.ts';
import type { RowOf } from './use-records.ts';

type Event = RowOf<'events'>;

/** Events: added, changed, repeated and deleted. */
export const EventsTab = () => (
  <ContentTab
    table="events"
    noun="event"
    columns="two"
    form={(opened) => <EventForm {...opened} />}
  >
    {({ id, title, date, time, location, description }, onDelete) => (
      <RecordCard
        title={title}
        editId={id}
        actions={
          <Link to={`?copy=${id}`} preventScrollReset className={cardActionClass}>
            <CalendarPlus className="size-4" />
            Repeat next week<span className="sr-only"> {title}</span>
          </Link>
        }
        onDelete={onDelete}
      >
        <EventTime date={date} time={time} />
        {location && <p className="text-muted">{location}</p>}
        {description && <p className="whitespace-pre-line">{description}</p>}
      </RecordCard>
    )}
  </ContentTab>
);

function EventTime({ date, time }: Pick<Event, 'date' | 'time'>) {
  const { timeZoneLabel } = useFacts();
  return (
    <p className="font-medium text-gold">
      <time dateTime={date}>{formatDay(date)}</time>
      {time && <span>{`, ${time.slice(0, 5)} ${timeZoneLabel}`}</span>}
    </p>
  );
}

const toTexts = ({ title, date, time, location, description }: Event) => ({
  ...{ title, date, time: time?.slice(0, 5) ?? '' },
  ...{ location: location ?? '', description: description ?? '' },
});

const compared = {
  ...{ title: 'Title', date: { label: 'Date', show: formatDay }, time: 'Time' },
  ...{ location: 'Location', description: 'Description' },
};

const daysOfWeek = 7;

function EventForm(opened: OpenedForm<Event>) {
  const { record, copied, onDone } = opened;
  const { api } = useAdminSession();
  const { timeZoneLabel } = useFacts();
  const { fields, ...form } = useAdminForm({
    id: toFormId('event', opened),
    table: 'events',
    schema: eventForm,
    edited: record && { record, toTexts, compared },
    defaultValue: copied && { ...toTexts(copied), date: addDays(copied.date, daysOfWeek) },
    save: (values, id, version) =>
      record
        ? api.events[':id'].$patch({ param: { id: record.id }, json: { ...values, version } })
        : api.events.$post({ json: { ...values, id } }),
    saved: record ? 'Event updated successfully' : 'Event added successfully',
    failed: record ? 'Failed to update event' : 'Failed to add event',
    ...{ onSaved: onDone, onLeft: onDone },
  });
  return (
    <AdminForm
      {...form}
      title={record ? 'Edit event' : 'New event'}
      action={record ? 'Update Event' : 'Add Event'}
    >
      <TextInput field={fields.title} label="Title" />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextInput field={fields.date} type="date" label="Date" />
        <TextInput field={fields.time} type="time" label="Time" isOptional />
      </div>
      <TextInput field={fields.location} label="Location" isOptional />
      <TextArea
        field={fields.description}
        label="Description"
        isOptional
        rows={3}
        hint={`The time is on your clock (${timeZoneLabel}); visitors see theirs beside it. An event leaves the site by itself when its day is over.`}
      />
    </AdminForm>
  );
}
