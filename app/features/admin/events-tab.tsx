import { CalendarPlus } from 'lucide-react';
import { Link } from 'react-router';
import { formatDay } from '#domain/calendar-day.ts';
import { eventForm } from '#domain/event.ts';
import { parseTokens } from '#domain/linked-text.ts';
import { addDays } from '#domain/zoned-time.ts';
import { TextArea, TextInput } from '../forms/form-fields.tsx';
import { LinkedText } from '../posts/linked-text.tsx';
import { useFacts } from '../shell/facts.ts';
import { ContentTab } from './content-tab.tsx';
import { defineContent, type FieldsProps } from './define-content.ts';
import { cardActionClass } from './record-card.tsx';
import type { RowOf } from './use-records.ts';

const daysOfWeek = 7;

const events = defineContent({
  ...{ table: 'events', noun: 'event', columns: 'two', schema: eventForm, Fields },
  toTexts: ({ title, date, time, location, description }) => ({
    ...{ title, date, time: time?.slice(0, 5) ?? '' },
    ...{ location: location ?? '', description: description ?? '' },
  }),
  toNew: (copied) => ({
    ...copied,
    ...(copied?.date && { date: addDays(copied.date, daysOfWeek) }),
  }),
  compared: {
    ...{ title: 'Title', date: { label: 'Date', show: formatDay }, time: 'Time' },
    ...{ location: 'Location', description: 'Description' },
  },
  toCard: ({ id, title, date, time, location, description }, { timeZoneLabel }) => ({
    title,
    aside: (
      <span className="font-medium text-gold">
        <time dateTime={date}>{formatDay(date)}</time>
        {time && <span>{`, ${time.slice(0, 5)} ${timeZoneLabel}`}</span>}
      </span>
    ),
    actions: (
      <Link to={`?copy=${id}`} preventScrollReset className={cardActionClass}>
        <CalendarPlus className="size-4" />
        Repeat next week<span className="sr-only"> {title}</span>
      </Link>
    ),
    children: (
      <>
        {location && <p className="text-muted">{location}</p>}
        {description && (
          <p className="whitespace-pre-line">
            <LinkedText tokens={parseTokens(description)} />
          </p>
        )}
      </>
    ),
  }),
});

/** Events: added, edited, repeated and deleted. */
export const EventsTab = () => <ContentTab type={events} />;

function Fields({ fields }: FieldsProps<RowOf<'events'>, typeof eventForm>) {
  const { timeZoneLabel } = useFacts();
  return (
    <>
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
        hint={`Links work automatically. The time is in ${timeZoneLabel}; visitors also see theirs. Events disappear from the site the day after.`}
      />
    </>
  );
}
