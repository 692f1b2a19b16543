import { Link } from 'react-router';
import { textLink } from '#app/ui/link.tsx';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { Notice } from './notice.tsx';
import { useRecords } from './use-records.ts';

/** Warns of connected calendars that cannot be read: new appointments in them block no times. */
export function UnreadCalendars() {
  const { timeZone, timeZoneLabel } = useFacts();
  const { items = [] } = useRecords('busy_calendars', { noun: 'calendar' });
  const unread = items.filter(({ last_error }) => last_error !== null);
  if (unread.length === 0) return null;
  return (
    <Notice
      tone="danger"
      aria-label="Calendars we can’t read"
      title={
        unread.length === 1
          ? `We can’t read your calendar “${unread[0]?.name}”.`
          : `We can’t read ${unread.length} of your calendars.`
      }
    >
      <ul className="grid gap-3">
        {unread.map(({ id, name, created_at, read_at, last_error }) => (
          <li key={id}>
            <p className="text-sm">
              <span className="font-semibold">{name}:</span> {last_error} Last checked{' '}
              {formatDateAndClock(read_at ?? created_at, timeZone)} {timeZoneLabel}. Appointments we
              saw then still block times.
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
    </Notice>
  );
}
