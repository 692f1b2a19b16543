import { ChevronLeft, ChevronRight, Mail } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { IconButton } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { formatDayOfWeek, shiftMonth, weeksOfMonth } from '#domain/calendar-day.ts';
import { replyHref } from '#domain/contact-links.ts';
import { longestPage } from '#domain/list-page.ts';
import { dayInZone, describeTimeZone, formatClock, formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { CardLink, ChoiceLinks, CsvLink, RecordCard } from './record-card.tsx';
import { RecordList } from './record-list.tsx';
import { type RowOf, useRecords } from './use-records.ts';

type Booking = RowOf<'bookings'>;

/** Bookings: as a list by their date, or on a calendar. */
export function BookingsTab() {
  const [params] = useSearchParams();
  const isCalendar = params.get('view') === 'calendar';
  return (
    <>
      <h2 className="sr-only">Bookings</h2>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <ChoiceLinks
          label="Views"
          name="view"
          chosen={isCalendar ? 'calendar' : undefined}
          choices={[
            { value: undefined, label: 'List' },
            { value: 'calendar', label: 'Calendar' },
          ]}
        />
        <CsvLink href="/api/bookings/export" what="bookings" />
      </div>
      {isCalendar ? <BookingCalendar /> : <BookingList />}
    </>
  );
}

function BookingList() {
  const bookings = useRecords('bookings', { noun: 'booking' });
  return (
    <RecordList records={bookings}>
      {(booking, onDelete) => <BookingCard booking={booking} onDelete={onDelete} />}
    </RecordList>
  );
}

interface BookingCardProps {
  booking: Booking;
  onDelete: (name: string) => void;
}

function BookingCard({ booking, onDelete }: BookingCardProps) {
  const site = useFacts();
  const { name, email, session_type, booking_date: startsAt, time_zone } = booking;
  const isCancelled = booking.cancelled_at !== null;
  const isUpcoming = !isCancelled && new Date(startsAt).getTime() > Date.now();
  return (
    <RecordCard
      title={name}
      isMarked={isUpcoming}
      aside={
        (isUpcoming && <span className="font-semibold text-gold">Upcoming</span>) ||
        (isCancelled && 'Cancelled')
      }
      actions={
        <CardLink icon={Mail} href={replyHref(email, `${site.name}: ${session_type}`)}>
          Write<span className="sr-only"> to {name} by mail</span>
        </CardLink>
      }
      onDelete={onDelete}
    >
      <p className="font-medium">
        <time dateTime={startsAt}>
          {formatDateAndClock(startsAt, site.timeZone)} {site.timeZoneLabel}
        </time>
        {time_zone && time_zone !== site.timeZone && (
          <span className="block text-sm font-normal text-muted">
            Visitor: {formatDateAndClock(startsAt, time_zone)},{' '}
            {describeTimeZone(time_zone, startsAt)}
          </span>
        )}
      </p>
      <p className="label-caps text-gold">
        {session_type} · {booking.meeting_type}
      </p>
      <p className="grid gap-0.5 text-[0.9375rem]">
        <span className="min-w-0 break-words">{email}</span>
        <span className="text-muted">{booking.trading_knowledge}</span>
      </p>
      <p className="max-h-60 overflow-y-auto border-t border-hairline pt-3 whitespace-pre-line">
        {booking.notes}
      </p>
    </RecordCard>
  );
}

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

function BookingCalendar() {
  const site = useFacts();
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
  bookings: Booking[];
  isInMonth: boolean;
  isToday: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function DayCell({ date, bookings, isInMonth, isToday, isChosen, onChoose }: DayCellProps) {
  const site = useFacts();
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
