import { classNames } from '#app/ui/class-names.ts';
import { type BookingStanding, standingOf } from '#domain/booking-standing.ts';
import { describeTimeZone, formatDateAndClock, isTimeZone } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import type { Booking } from './booking-changes.ts';

/** Returns where a booking stands now, on the mentor's calendar. */
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

/** When a session is: on the mentor's clock and, where that is another, on the visitor's. */
export function SessionTime({ booking, className }: { booking: Booking; className: string }) {
  const { timeZone, timeZoneLabel } = useFacts();
  const { booking_date: startsAt, time_zone: own } = booking;
  return (
    <>
      <time dateTime={startsAt} className={className}>
        {formatDateAndClock(startsAt, timeZone)} {timeZoneLabel}
      </time>
      {own && own !== timeZone && isTimeZone(own) && (
        <span className="block text-sm font-normal text-muted">
          Visitor: {formatDateAndClock(startsAt, own)}, {describeTimeZone(own, startsAt)}
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

interface StateWordProps {
  look: keyof typeof looks;
  children: string;
}

const StateWord = ({ look, children }: StateWordProps) => (
  <li className={classNames('rounded-sm border px-2 py-0.5 text-xs font-semibold', looks[look])}>
    {children}
  </li>
);

/** A booking's state in words. */
export function BookingState({ booking }: { booking: Booking }) {
  const { standing } = useStanding(booking);
  const isToCome = standing === 'upcoming' || standing === 'today';
  return (
    <ul aria-label="State" className="flex flex-wrap gap-1.5 pt-0.5">
      <StateWord look={isToCome ? 'gold' : 'quiet'}>{standingWords[standing]}</StateWord>
      {isToCome && booking.reminders_refused_at !== null && (
        <StateWord look="quiet">No reminders</StateWord>
      )}
      {booking.paid_at !== null && <StateWord look="good">Paid</StateWord>}
      {booking.outcome === 'done' && <StateWord look="good">Done</StateWord>}
      {booking.outcome === 'missed' && <StateWord look="bad">Missed</StateWord>}
    </ul>
  );
}
