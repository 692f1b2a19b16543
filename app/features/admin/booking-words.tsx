import { CalendarClock, CalendarX2, CheckCheck, type LucideIcon, Undo2, UserX } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { type BookingStanding, standingOf } from '#domain/booking-standing.ts';
import { describeTimeZone, formatDateAndClock, isTimeZone } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { type Booking, useMarkOutcome } from './booking-changes.ts';
import { Time } from './mentor-clock.tsx';

/** The changes of a booking that have their own form. */
export const bookingTasks = ['move', 'cancel', 'payment', 'note', 'join'] as const;
export type BookingTask = (typeof bookingTasks)[number];

/** What can be open next to the list: a booking, a form for it, or the form that adds one. */
interface OpenBooking {
  booking?: string;
  do?: BookingTask;
  add?: '';
}

/** Returns what makes links within the tab: they change what is open and keep the view. */
export function useBookingPath(): (open: OpenBooking) => string {
  const [params] = useSearchParams();
  return (open) => {
    const next = new URLSearchParams(params);
    for (const name of ['booking', 'do', 'add']) next.delete(name);
    for (const [name, value] of Object.entries(open)) next.set(name, value);
    return `?${next}`;
  };
}

/** Returns the state of a booking now, on the mentor's calendar. */
export function useStanding({ booking_date, cancelled_at, session_minutes }: Booking) {
  const { timeZone } = useFacts();
  const now = new Date();
  const startsAt = new Date(booking_date);
  return {
    standing: standingOf(
      { startsAt, minutes: session_minutes, isCancelled: cancelled_at !== null },
      { now, timeZone },
    ),
    hasBegun: startsAt <= now,
  };
}

/** An action on a session: it opens a form, or takes one tap. */
export type SessionAction = { icon: LucideIcon; label: string } & (
  | { task: BookingTask }
  | { onPress: () => void; task?: never }
);

/** Returns what can be done with a session in its present state. */
export function useSessionActions(booking: Booking): SessionAction[] {
  const { outcome } = booking;
  const { standing, hasBegun } = useStanding(booking);
  const mark = useMarkOutcome();
  if (standing === 'cancelled') return [];
  const toMark = (icon: LucideIcon, label: string, next: Booking['outcome']) => ({
    ...{ icon, label },
    onPress: () => mark(booking, next),
  });
  const actions: (SessionAction | false)[] = [
    hasBegun && outcome !== 'done' && toMark(CheckCheck, 'Mark as done', 'done'),
    hasBegun && outcome !== 'missed' && toMark(UserX, 'Mark as missed', 'missed'),
    outcome !== null && toMark(Undo2, `Remove “${outcome === 'done' ? 'Done' : 'Missed'}”`, null),
    { icon: CalendarClock, label: 'Move', task: 'move' },
    !hasBegun && { icon: CalendarX2, label: 'Cancel session', task: 'cancel' },
  ];
  return actions.filter((action) => action !== false);
}

/** A session's start in the mentor's time zone and, on a second line, in the client's if it differs. */
export function SessionTime({ booking, className }: { booking: Booking; className: string }) {
  const { timeZone } = useFacts();
  const { booking_date: startsAt, time_zone: own } = booking;
  return (
    <>
      <Time at={startsAt} className={className} />
      {own && own !== timeZone && isTimeZone(own) && (
        <span className="block text-sm font-normal text-muted">
          Client’s time: {formatDateAndClock(startsAt, own)}, {describeTimeZone(own, startsAt)}
        </span>
      )}
    </>
  );
}

const standingWords: Record<BookingStanding, string> = {
  upcoming: 'Upcoming',
  today: 'Today',
  past: 'Past',
  cancelled: 'Cancelled',
};

const looks = {
  gold: 'border-gold-soft text-gold',
  quiet: 'border-hairline-strong/50 text-muted',
  good: 'border-success/60 text-success',
  bad: 'border-danger/60 text-danger',
};

/** A booking's state in words. */
export function BookingState({ booking }: { booking: Booking }) {
  const { standing } = useStanding(booking);
  const { reminders_refused_at, paid_at, outcome } = booking;
  const isToCome = standing === 'upcoming' || standing === 'today';
  const states: [text: string | false | null, look: keyof typeof looks][] = [
    [standingWords[standing], isToCome ? 'gold' : 'quiet'],
    [isToCome && reminders_refused_at && 'No reminders', 'quiet'],
    [paid_at && 'Paid', 'good'],
    [outcome === 'done' && 'Done', 'good'],
    [outcome === 'missed' && 'Missed', 'bad'],
  ];
  return (
    <ul aria-label="Status" className="flex flex-wrap gap-1.5 pt-0.5">
      {states.map(
        ([text, look]) =>
          text && (
            <li
              key={text}
              className={classNames(
                'rounded-sm border px-2 py-0.5 text-xs font-semibold',
                looks[look],
              )}
            >
              {text}
            </li>
          ),
      )}
    </ul>
  );
}
