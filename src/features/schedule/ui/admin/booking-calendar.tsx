import { keepPreviousData } from '@tanstack/react-query';
import { CalendarOff, CalendarPlus, ChevronLeft, ChevronRight, Lock } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { RecordList, useRead, useRecords } from '#features/admin-ui/ui/index.ts';
import {
  describeHours,
  type ExceptionKind,
  isOnDay,
  isWholeDay,
  type SpanOfTexts,
} from '#features/availability/rules/index.ts';
import { ExceptionsList, TimeButtons } from '#features/availability/ui/admin/index.ts';
import { OwnCalendars } from '#features/calendars/ui/admin/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { formatDayOfWeek, isCalendarDay, shiftMonth, weeksOfMonth } from '#rules/calendar-day.ts';
import { groupBy } from '#rules/group-by.ts';
import { maxPageSize } from '#rules/list-page.ts';
import { dayInZone, formatClock } from '#rules/time-zone.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { BookingCard } from './booking-card.tsx';
import type { Booking } from './booking-words.tsx';

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const inWords = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/**
 * Returns midnight UTC, some days before or after a day. One day is enough to cover all time zones.
 */
const around = (day: string, days: number) => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString();
};

/** A month of bookings with time off, extra hours and busy times. A tap selects a day. */
export function BookingCalendar() {
  const site = useSettings();
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
    query: { ...span, limit: String(maxPageSize) },
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
    // On phones, the day is below the month.
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

/**
 * How a day differs from the usual hours: time off, extra hours, or an appointment in another
 * calendar.
 */
interface DayMark {
  id: string;
  kind: ExceptionKind | 'busy';
  isWholeDay: boolean;
  /** `18:00 to 24:00` */
  hours: string;
  /** The mentor's note, or the name of the other calendar. */
  note: string | null;
}

const kinds = {
  off: { word: 'Off', words: 'Off', icon: CalendarOff },
  extra: { word: 'Extra', words: 'Extra hours', icon: CalendarPlus },
  busy: { word: 'Busy', words: 'Busy', icon: Lock },
};

/** Returns a function that finds the marks of a day within the given span. */
export function useDayMarks({ from, to }: { from: string; to: string }) {
  const { timeZone } = useSettings();
  const exceptions = useRecords('availability_exceptions', {
    noun: 'time off',
    plural: 'time off',
    query: { from, to },
  });
  const busy = useRead(
    ['busy_times', from, to],
    (api, init) => api.busy_calendars.times.$get({ query: { from, to } }, init),
    { meta: { plural: 'busy times' }, placeholderData: keepPreviousData },
  );
  const spans: (SpanOfTexts & Pick<DayMark, 'id' | 'kind' | 'note'>)[] = [
    ...(exceptions.items ?? []),
    ...(busy.data?.items ?? []).map(({ calendar_id, name, ...span }) => ({
      ...span,
      id: `${calendar_id} ${span.starts_at}`,
      kind: 'busy' as const,
      note: name,
    })),
  ];
  return (day: string): DayMark[] =>
    spans
      .filter((span) => isOnDay(span, day, timeZone))
      .map(({ id, kind, note, ...span }) => ({
        id,
        kind,
        note,
        isWholeDay: isWholeDay(span, day, timeZone),
        hours: describeHours(span, day, timeZone),
      }));
}

/** `Off all day`, `Extra hours 14:00 to 17:00` */
const describeMark = ({ kind, isWholeDay: isWhole, hours }: DayMark) =>
  `${kinds[kind].words} ${isWhole ? 'all day' : hours}`;

/** The marks of a day as a list. */
export const DayMarks = ({ marks }: { marks: DayMark[] }) =>
  marks.length > 0 && (
    <ul aria-label="This day’s hours" className="flex flex-wrap gap-2">
      {marks.map((mark) => {
        const Icon = kinds[mark.kind].icon;
        return (
          <li
            key={mark.id}
            className="flex min-w-0 items-center gap-2.5 rounded-sm border border-hairline bg-surface px-3 py-2 text-sm"
          >
            <Icon className="size-4 shrink-0 text-gold" />
            <span className="min-w-0 break-words">
              <span className="font-semibold">{describeMark(mark)}</span>
              {mark.note && <span className="text-muted"> · {mark.note}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );

interface DayCellProps {
  date: string;
  bookings: Booking[];
  marks: DayMark[];
  isInMonth: boolean;
  isToday: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

/** One day of the calendar. Screen readers get it as one sentence. */
export function DayCell(props: DayCellProps) {
  const { timeZone } = useSettings();
  const { date, bookings, marks, isInMonth, isToday, isChosen, onChoose } = props;
  // Cancelled sessions are shown but not counted.
  const live = bookings.filter((booking) => booking.cancelled_at === null);
  const held = live.filter((booking) => booking.held_until !== null).length;
  const count = live.length;
  const counted = count === 0 ? 'no bookings' : count === 1 ? '1 booking' : `${count} bookings`;
  const notPaid = held > 0 && (held === count ? 'held until paid' : `${held} held until paid`);
  const isOff = marks.some(({ kind, isWholeDay: isWhole }) => kind === 'off' && isWhole);
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-pressed={isChosen}
      className={classNames(
        'grid h-full min-h-14 w-full content-start justify-items-center gap-1 p-1 transition-colors hover:bg-gold-wash focus-visible:-outline-offset-2 sm:min-h-24 sm:justify-items-stretch sm:p-2 sm:text-left',
        isChosen && 'bg-gold-wash shadow-[inset_0_0_0_1px_var(--color-gold)]',
        isOff &&
          'bg-[repeating-linear-gradient(135deg,var(--color-hairline)_0_1px,transparent_1px_6px)]',
        !isInMonth && 'text-muted',
      )}
    >
      <span className="sr-only">
        {[`${formatDayOfWeek(date)}: ${counted}`, notPaid, ...marks.map(describeMark)]
          .filter(Boolean)
          .join(', ')}
      </span>
      <span aria-hidden className="contents">
        <span className={classNames('text-sm', isToday && 'font-bold text-gold underline')}>
          {Number(date.slice(8))}
        </span>
        {[...new Set(marks.map(({ kind }) => kind))].map((kind) => (
          <span
            key={kind}
            className={classNames(
              'max-w-full truncate text-[0.6875rem] leading-tight font-semibold sm:text-xs',
              kind === 'extra' ? 'text-gold' : 'text-muted',
            )}
          >
            {kinds[kind].word}
          </span>
        ))}
        {count > 0 && (
          <span className="rounded-sm bg-linear-to-b from-gold-fill-from to-gold-fill-to px-1.5 text-xs font-semibold text-on-gold sm:hidden">
            {count}
          </span>
        )}
        {bookings
          .slice(0, 3)
          .map(({ id, name, booking_date: startsAt, cancelled_at, held_until }) => (
            <span
              key={id}
              className={classNames(
                'truncate text-xs max-sm:hidden',
                cancelled_at
                  ? 'text-muted line-through'
                  : held_until
                    ? 'text-gold italic'
                    : 'text-ink',
              )}
            >
              {formatClock(startsAt, timeZone)} {held_until && !cancelled_at && 'Held: '}
              {name}
            </span>
          ))}
        {bookings.length > 3 && (
          <span className="text-xs text-muted max-sm:hidden">and {bookings.length - 3} more</span>
        )}
      </span>
    </button>
  );
}
