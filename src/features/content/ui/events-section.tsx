import { CalendarDays, CalendarPlus, Clock, type LucideIcon, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UpcomingEvent } from '#features/content/rules/event.ts';
import { parseTokens } from '#features/content/rules/linked-text.ts';
import { NoSuchPage, useSettings } from '#features/shell/ui/index.ts';
import { formatDayOfWeek } from '#rules/calendar-day.ts';
import { type Paged, pagePath } from '#rules/paging.ts';
import { DocumentScript } from '#ui/document-script.tsx';
import { textLink } from '#ui/link.tsx';
import { UnavailableNotice } from '#ui/notices.tsx';
import { Pagination } from '#ui/pagination.tsx';
import localTimes from './document/local-times.ts?script';
import { LinkedText } from './linked-text.tsx';

interface EventsSectionProps {
  /** `null` if the database is down, undefined for a page that does not exist. */
  events: Paged<UpcomingEvent> | null | undefined;
}

/** The upcoming events; nothing if there are none. */
export function EventsSection({ events }: EventsSectionProps) {
  if (events === undefined)
    return <NoSuchPage what="events" to="/community" back="Go to upcoming events" />;
  if (events?.items.length === 0) return null;
  return (
    <section aria-labelledby="events-title" className="border-t border-hairline bg-surface">
      <div className="container-site py-(--section)">
        <h2 id="events-title" className="text-title">
          Upcoming Events
        </h2>
        <div className="mt-10 lg:mt-14">
          {events ? (
            <>
              <ul className="border-t border-hairline">
                {events.items.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </ul>
              <Pagination
                {...events}
                toPage={(page) => `${pagePath('/community', page)}#events-title`}
              />
            </>
          ) : (
            <UnavailableNotice what="Upcoming events" />
          )}
          <DocumentScript src={localTimes} />
        </div>
      </div>
    </section>
  );
}

function EventRow({ event }: { event: UpcomingEvent }) {
  const { timeZone, timeZoneLabel } = useSettings();
  return (
    <li className="grid gap-x-10 gap-y-4 border-b border-hairline py-8 md:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]">
      <ul className="grid content-start gap-2 text-muted">
        <Fact icon={CalendarDays}>
          <time dateTime={event.date} className="text-ink">
            {formatDayOfWeek(event.date)}
          </time>
        </Fact>
        {event.startsAt && (
          <Fact icon={Clock}>
            <time dateTime={event.startsAt}>
              {event.time} {timeZoneLabel}
            </time>
            <span data-local-time={event.startsAt} data-time-zone={timeZone} />
          </Fact>
        )}
        {event.location && <Fact icon={MapPin}>{event.location}</Fact>}
      </ul>
      <div>
        <h3 dir="auto" className="text-heading">
          {event.title}
        </h3>
        {event.description && (
          <p dir="auto" className="mt-3 max-w-prose whitespace-pre-line text-muted">
            <LinkedText tokens={parseTokens(event.description)} />
          </p>
        )}
        <a
          href={`/community/events/${event.id}.ics`}
          className={`${textLink} mt-2 inline-flex min-h-11 items-center gap-2`}
        >
          <CalendarPlus className="size-4" />
          <span>
            Add to calendar<span className="sr-only"> {event.title}</span>
          </span>
        </a>
      </div>
    </li>
  );
}

const Fact = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className="flex gap-3">
    <Icon className="mt-1 size-4 shrink-0 text-gold" strokeWidth={1.5} />
    <span dir="auto">{children}</span>
  </li>
);
