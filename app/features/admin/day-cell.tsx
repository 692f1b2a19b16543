import { classNames } from '#app/ui/class-names.ts';
import { formatDayOfWeek } from '#domain/calendar-day.ts';
import { formatClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { type DayMark, describeMark } from './day-marks.tsx';
import type { RowOf } from './use-records.ts';

interface DayCellProps {
  date: string;
  bookings: RowOf<'bookings'>[];
  marks: DayMark[];
  isInMonth: boolean;
  isToday: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

/** One day of the calendar. */
export function DayCell(props: DayCellProps) {
  const { timeZone } = useFacts();
  const { date, bookings, marks, isInMonth, isToday, isChosen, onChoose } = props;
  // Whoever has cancelled does not come; the day still shows it.
  const count = bookings.filter((booking) => booking.cancelled_at === null).length;
  const said = count === 0 ? 'no bookings' : count === 1 ? '1 booking' : `${count} bookings`;
  const isOff = marks.some(({ kind, isWholeDay }) => kind === 'off' && isWholeDay);
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
        {[`${formatDayOfWeek(date)}: ${said}`, ...marks.map((mark) => describeMark(mark))].join(
          ', ',
        )}
      </span>
      <span
        aria-hidden
        className={classNames('text-sm', isToday && 'font-bold text-gold underline')}
      >
        {Number(date.slice(8))}
      </span>
      <MarkWords marks={marks} />
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
          {formatClock(startsAt, timeZone)} {name}
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

const words = { off: 'Off', extra: 'Extra', busy: 'Busy' } as const;

/** Each kind once, in a word; when it is, where there is room. */
const MarkWords = ({ marks }: { marks: DayMark[] }) =>
  (['off', 'extra', 'busy'] as const).map((kind) => {
    const [first, ...more] = marks.filter((mark) => mark.kind === kind);
    if (!first) return null;
    return (
      <span
        key={kind}
        aria-hidden
        className={classNames(
          'max-w-full truncate text-[0.6875rem] leading-tight font-semibold sm:text-xs',
          kind === 'extra' ? 'text-gold' : 'text-muted',
        )}
      >
        {words[kind]}
        <span className="font-normal max-lg:hidden">
          {more.length > 0
            ? ` ${more.length + 1} times`
            : first.isWholeDay
              ? ''
              : ` ${first.hours}`}
        </span>
      </span>
    );
  });
