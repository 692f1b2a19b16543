import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type ChevronProps, DayPicker, defaultDateLib } from 'react-day-picker';
import { nearestDay, shiftMonth } from '#rules/calendar-day.ts';

/** A calendar date without a time zone, `2026-11-23`. */
type PlainDate = string;

interface CalendarProps {
  /** Empty for none. */
  selected: PlainDate;
  onSelect: (date: PlainDate) => void;
  month: PlainDate;
  onMonthChange: (month: PlainDate) => void;
  /** The earliest date that can be shown. */
  today: PlainDate;
  last: PlainDate;
  isDisabled: (date: PlainDate) => boolean;
}

/** The picker uses dates in the browser's zone. At noon, no clock change can shift them. */
const toDate = (date: PlainDate) => new Date(`${date}T12:00`);
const toPlainDate = (date: Date): PlainDate => defaultDateLib.format(date, 'yyyy-MM-dd');

const navigationButton =
  'grid size-11 place-items-center rounded-sm text-ink transition-colors hover:text-gold aria-disabled:pointer-events-none aria-disabled:opacity-30';

const classes = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: navigationButton,
  button_next: navigationButton,
  month_caption: 'grid h-11 place-items-center font-display text-lg',
  month_grid: 'mt-2 w-full table-fixed border-collapse',
  weekday: 'h-8 text-xs font-semibold text-muted',
  day: 'group p-0.5 text-center max-sm:px-0',
  day_button:
    'relative grid h-10 w-full pointer-coarse:h-11 place-items-center rounded-sm text-[0.9375rem] transition-colors hover:bg-gold-wash hover:text-gold disabled:pointer-events-none disabled:text-muted/55 group-data-disabled:text-muted/55 group-data-selected:bg-[linear-gradient(var(--color-gold-fill-from),var(--color-gold-fill-to))] group-data-selected:font-semibold group-data-selected:text-on-gold group-data-today:font-semibold group-data-today:after:absolute group-data-today:after:bottom-1 group-data-today:after:h-0.5 group-data-today:after:w-4 group-data-today:after:bg-current',
};

function Chevron({ orientation }: ChevronProps) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon className="size-5" strokeWidth={1.5} />;
}

/** Constant, because an arrow that is re-created under the pointer loses the click. */
const components = { Chevron };

/**
 * A month to pick a date from, with the pointer or the keyboard. It takes the focus. Page Up and Page
 * Down show the adjacent month and focus its nearest free date; the picker's own keys skip a month
 * without the same date.
 */
export function Calendar(props: CalendarProps) {
  const ref = useRef<HTMLDivElement>(null);
  /** The day of the month that Page Up and Page Down keep, as far as it is free. */
  const wanted = useRef<number>(undefined);
  const month = props.month.slice(0, 7);

  function turnPage(event: KeyboardEvent): void {
    const by = { PageUp: -1, PageDown: 1 }[event.key];
    if (!by || event.shiftKey) {
      wanted.current = undefined;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const next = shiftMonth(month, by);
    if (next < props.today.slice(0, 7) || next > props.last.slice(0, 7)) return;
    const focused = document.activeElement?.closest<HTMLElement>('[data-day]')?.dataset.day;
    wanted.current ??= Number((focused ?? props.month).slice(8, 10));
    props.onMonthChange(`${next}-01`);
  }

  useEffect(() => {
    if (wanted.current === undefined) return;
    const cells = ref.current?.querySelectorAll<HTMLElement>(`[data-day^="${month}"]`) ?? [];
    const free = [...cells].filter((cell) => cell.querySelector('button:enabled'));
    const day = nearestDay(
      free.map(({ dataset }) => dataset.day ?? ''),
      wanted.current,
    );
    const button = ref.current?.querySelector<HTMLElement>(`[data-day="${day}"] button`);
    // A month without free dates keeps the focus inside, so that the next key works.
    (button ?? ref.current)?.focus();
  }, [month]);

  return (
    <div ref={ref} tabIndex={-1} onKeyDownCapture={turnPage} className="outline-none">
      <Month {...props} />
    </div>
  );
}

const Month = (props: CalendarProps) => (
  <DayPicker
    mode="single"
    required
    autoFocus
    showOutsideDays={false}
    weekStartsOn={1}
    selected={props.selected ? toDate(props.selected) : undefined}
    onSelect={(date) => props.onSelect(toPlainDate(date))}
    month={toDate(props.month)}
    onMonthChange={(month) => props.onMonthChange(toPlainDate(month))}
    today={toDate(props.today)}
    startMonth={toDate(props.today)}
    endMonth={toDate(props.last)}
    disabled={(date) => props.isDisabled(toPlainDate(date))}
    classNames={classes}
    labels={{ labelDayButton: (date) => defaultDateLib.format(date, 'EEEE, d MMMM yyyy') }}
    components={components}
  />
);
