import { Link } from 'react-router';
import { textLink } from '#app/ui/link.tsx';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { Notice } from './notice.tsx';
import { useRecords } from './use-records.ts';

/** Says which of the mentor's own calendars cannot be read: what is new in them closes no times. */
export function UnreadCalendars() {
  const { timeZone, timeZoneLabel } = useFacts();
  const { items = [] } = useRecords('busy_calendars', { noun: 'calendar' });
  const unread = items.filter(({ last_error }) => last_error !== null);
  if (unread.length === 0) return null;
  return (
    <Notice
      tone="danger"
      aria-label="Appointments that cannot be read"
      title={
        unread.length === 1
          ? `Your calendar “${unread[0]?.name}” cannot be read.`
          : `${unread.length} of your calendars cannot be read.`
      }
    >
      <ul className="grid gap-3">
        {unread.map(({ id, name, created_at, read_at, last_error }) => (
          <li key={id}>
            <p className="text-sm">
              <span className="font-semibold">{name}:</span> {last_error} It was last read{' '}
              {formatDateAndClock(read_at ?? created_at, timeZone)} {timeZoneLabel}: what it said
              then still counts.
            </p>
          </li>
        ))}
      </ul>
      <Link
        to="/admin/bookings?view=calendar"
        className={`mt-2 inline-flex min-h-11 items-center ${textLink}`}
      >
        Look at your calendars
      </Link>
    </Notice>
  );
}
