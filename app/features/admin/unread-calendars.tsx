import { Link } from 'react-router';
import { textLink } from '#app/ui/link.tsx';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { useRecords } from './use-records.ts';

/** Warns of connected calendars that cannot be read: new appointments in them block no times. */
export function UnreadCalendars() {
  const { timeZone, timeZoneLabel } = useFacts();
  const { items = [] } = useRecords('busy_calendars', { noun: 'calendar' });
  const unread = items.filter(({ last_error }) => last_error !== null);
  if (unread.length === 0) return null;
  return (
    <section
      aria-label="Calendars we can’t read"
      className="rounded-sm border border-danger bg-danger-wash px-5 py-4"
    >
      <ul className="grid gap-3">
        {unread.map(({ id, name, created_at, read_at, last_error }) => (
          <li key={id}>
            <p className="font-semibold text-danger">We can’t read your calendar “{name}”.</p>
            <p className="text-sm">
              {last_error} Last checked {formatDateAndClock(read_at ?? created_at, timeZone)}{' '}
              {timeZoneLabel}. Appointments we saw then still block times.
            </p>
          </li>
        ))}
      </ul>
      <Link
        to="/admin/bookings?view=calendar"
        className={`mt-2 inline-flex min-h-11 items-center ${textLink}`}
      >
        Check your calendars
      </Link>
    </section>
  );
}
