import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { site } from '#content/site.ts';
import { formatDayOfWeek, shiftMonth, weeksOfMonth } from '#domain/calendar-day.ts';
import { longestPage } from '#domain/list-page.ts';
import { dayInZone, formatClock } from '#domain/time-zone.ts';
import { BookingCard } from './booking-card.tsx';
import { RecordList } from './record-list.tsx';
import { type RowOf, useRecords } from './use-records.ts';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const inWords = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Midnight in UTC, a day away: whatever the mentor's zone, the day is inside. */
const around = (day: string, days: number) => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString();
};

/** The bookings of a month on the mentor's calendar; a day shows its own below. */
export function BookingCalendar() {
  const today = dayInZone(new Date(), site.timeZone);
  const [month, setMonth] = useState(today.slice(0, 7));
  const [day, setDay] = useState(today);
  const weeks = weeksOfMonth(month);
  const from = around(weeks[0]?.[0] ?? today, -1);
  const to = around(weeks.at(-1)?.at(-1) ?? today, 2);
  const bookings = useRecords('bookings', {
    noun: 'booking',
    query: { from, to, limit: String(longestPage) },
  });
  const byDay = Map.groupBy(bookings.items?.toReversed() ?? [], ({ booking_date: startsAt }) =>
    dayInZone(startsAt, site.timeZone),
  );
  const ofDay = bookings.items && (byDay.get(day) ?? []);

  return (
    <div className="grid gap-8">
      <section
        aria-label="Calendar"
        className="rounded-sm border border-hairline bg-surface p-3 sm:p-6"
      >
        <div className="flex items-center justify-between gap-4">
          <IconButton label="Previous month" onClick={() => setMonth(shiftMonth(month, -1))}>
            <ChevronLeft aria-hidden className="size-5" strokeWidth={1.75} />
          </IconButton>
          <h2 aria-live="polite" className="text-heading">
            {inWords.format(new Date(`${month}-01T00:00:00Z`))}
          </h2>
          <IconButton label="Next month" onClick={() => setMonth(shiftMonth(month, 1))}>
            <ChevronRight aria-hidden className="size-5" strokeWidth={1.75} />
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
                  <td key={date} className="border border-hairline p-0 align-top">
                    <DayCell
                      date={date}
                      bookings={byDay.get(date) ?? []}
                      isInMonth={date.startsWith(month)}
                      isToday={date === today}
                      isChosen={date === day}
                      onChoose={() => setDay(date)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div>
        <h2 className="mb-4 text-heading">{formatDayOfWeek(day)}</h2>
        <RecordList
          records={{ ...bookings, items: ofDay, hasMore: false }}
          label="Bookings of the day"
        >
          {(booking, onDelete) => <BookingCard booking={booking} onDelete={onDelete} />}
        </RecordList>
      </div>
    </div>
  );
}

interface DayCellProps {
  date: string;
  bookings: RowOf<'bookings'>[];
  isInMonth: boolean;
  isToday: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function DayCell({ date, bookings, isInMonth, isToday, isChosen, onChoose }: DayCellProps) {
  // Whoever has cancelled does not come; the day still shows it.
  const count = bookings.filter((booking) => booking.cancelled_at === null).length;
  const said = count === 0 ? 'no bookings' : count === 1 ? '1 booking' : `${count} bookings`;
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-pressed={isChosen}
      className={classNames(
        'grid min-h-14 w-full content-start justify-items-center gap-1 p-1 transition-colors hover:bg-gold-wash focus-visible:-outline-offset-2 sm:min-h-24 sm:justify-items-stretch sm:p-2 sm:text-left',
        isChosen && 'bg-gold-wash shadow-[inset_0_0_0_1px_var(--color-gold)]',
        !isInMonth && 'text-muted',
      )}
    >
      <span className="sr-only">{`${formatDayOfWeek(date)}: ${said}`}</span>
      <span
        aria-hidden
        className={classNames('text-sm', isToday && 'font-bold text-gold underline')}
      >
        {Number(date.slice(8))}
      </span>
      {count > 0 && (
        <span
          aria-hidden
          className="rounded-sm bg-linear-to-b from-gold-fill-from to-gold-fill-to px-1.5 text-xs font-semibold text-on-gold sm:hidden"
        >
          {count}
        </span>
      )}
      {bookings.slice(0, 3).map(({ id, name, booking_date: startsAt, cancelled_at }) => (
        <span
          key={id}
          aria-hidden
          className={classNames(
            'truncate text-xs max-sm:hidden',
            cancelled_at ? 'text-muted line-through' : 'text-ink',
          )}
        >
          {formatClock(startsAt, site.timeZone)} {name}
        </span>
      ))}
      {bookings.length > 3 && (
        <span aria-hidden className="text-xs text-muted max-sm:hidden">
          and {bookings.length - 3} more
        </span>
      )}
    </button>
  );
}
