import { CalendarPlus } from 'lucide-react';
import { CardPageLink } from '#features/admin-ui/ui/index.ts';
import { eventForm } from '#features/content/rules/event.ts';
import { parseTokens } from '#features/content/rules/linked-text.ts';
import { LinkedText } from '#features/content/ui/linked-text.tsx';
import { formatDay } from '#rules/calendar-day.ts';
import { addDays } from '#rules/zoned-time.ts';
import { ContentTab } from './content-tab.tsx';
import { defineContent } from './define-content.ts';

const daysOfWeek = 7;

const events = defineContent({
  table: 'events',
  noun: 'event',
  columns: 'two',
  schema: eventForm,
  controls: { date: 'date', time: 'time' },
  toTexts: ({ time }) => ({ time: time?.slice(0, 5) ?? '' }),
  toNew: (copied) => ({
    ...copied,
    ...(copied?.date && { date: addDays(copied.date, daysOfWeek) }),
  }),
  toCard: ({ id, title, date, time, location, description }, { timeZoneLabel }) => ({
    title,
    aside: (
      <span className="font-medium text-gold">
        <time dateTime={date}>{formatDay(date)}</time>
        {time && <span>{`, ${time.slice(0, 5)} ${timeZoneLabel}`}</span>}
      </span>
    ),
    actions: (
      <CardPageLink icon={CalendarPlus} spoken={` ${title}`} to={`?copy=${id}`}>
        Repeat next week
      </CardPageLink>
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

export const EventsTab = () => <ContentTab type={events} />;
