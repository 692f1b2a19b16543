import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { IconButton } from '#app/ui/button.tsx';
import { formatDayOfWeek, isCalendarDay, shiftMonth, weeksOfMonth } from '#domain/calendar-day.ts';
import { groupBy } from '#domain/group-by.ts';
import { longestPage } from '#domain/list-page.ts';
import { dayInZone } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { BookingCard } from './booking-card.tsx';
import { DayCell, DayMarks, useDayMarks } from './day-marks.tsx';
import { OwnCalendars } from './own-calendars.tsx';
import { RecordList } from './record-list.tsx';
import { ExceptionsList, TimeButtons } from './time-off.tsx';
import { useRecords } from './use-records.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const inWords = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Midnight in UTC some days away: a day's margin holds it in every zone. */
const around = (day: string, days: number) => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString();
};

/** A month of bookings with time off, extra hours and busy times; a tap chooses a day. */
export function BookingCalendar() {
  const site = useFacts();
  const today = dayInZone(new Date(), site.timeZone);
  const [params, setParams] = useSearchParams();
  const asked = params.get('day') ?? '';
  const day = isCalendarDay(asked) ? asked : today;
  const [month, setMonth] = useState(day.slice(0, 7));
  const dayRef = useRef<HTMLDivElement>(null);
  const weeks = weeksOfMonth(month);
  const span = {
    from: around(weeks[0]?.[0] ?? today, -1),
    to: around(weeks.at(-1)?.at(-1) ?? today, 2),
  };
  const bookings = useRecords('bookings', {
    noun: 'booking',
    query: { ...span, limit: String(longestPage) },
  });
  const marksOf = useDayMarks(span);
  const byDay = groupBy(bookings.items?.toReversed() ?? [], ({ booking_date: startsAt }) =>
    dayInZone(startsAt, site.timeZone),
  );
  const ofDay = bookings.items && (byDay.get(day) ?? []);

  function choose(date: string): void {
    const next = new URLSearchParams(params);
    next.set('day', date);
    setParams(next, { replace: true, preventScrollReset: true });
    // On a phone the day is below the month.
    dayRef.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div className="grid gap-8">
      <section
        aria-label="Calendar"
        className="rounded-sm border border-hairline bg-surface p-3 sm:p-6"
      >
        <div className="flex items-center justify-between gap-4">
          <IconButton label="Previous month" onClick={() => setMonth(shiftMonth(month, -1))}>
            <ChevronLeft className="size-5" />
          </IconButton>
          <h2 aria-live="polite" className="text-heading">
            {inWords.format(new Date(`${month}-01T00:00:00Z`))}
          </h2>
          <IconButton label="Next month" onClick={() => setMonth(shiftMonth(month, 1))}>
            <ChevronRight className="size-5" />
          </IconButton>
        </div>
        <table className="mt-4 w-full table-fixed border-collapse">
          <thead>
            <tr>
              {weekdays.map((name) => (
                <th key={name} scope="col" className="pb-2 text-xs font-semibold text-muted">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((date) => (
                  <td key={date} className="h-px border border-hairline p-0 align-top">
                    <DayCell
                      date={date}
                      bookings={byDay.get(date) ?? []}
                      marks={marksOf(date)}
                      isInMonth={date.startsWith(month)}
                      isToday={date === today}
                      isChosen={date === day}
                      onChoose={() => choose(date)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div>
        <div ref={dayRef} className="mb-4 grid scroll-my-4 gap-4">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h2 className="text-heading">{formatDayOfWeek(day)}</h2>
            <TimeButtons day={day < today ? today : day} />
          </div>
          <DayMarks marks={marksOf(day)} />
        </div>
        <RecordList
          records={{ ...bookings, items: ofDay, hasMore: false }}
          label="Bookings on this day"
        >
          {(booking, onDelete) => <BookingCard booking={booking} onDelete={onDelete} />}
        </RecordList>
      </div>
      <ExceptionsList />
      <OwnCalendars />
    </div>
  );
}
