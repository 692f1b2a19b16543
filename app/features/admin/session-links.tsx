import { Link } from 'react-router';
import { textLink } from '#app/ui/link.tsx';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { useBookingPath } from './booking-words.tsx';

interface SessionLinksProps {
  sessions: { id: string; name: string; booking_date: string }[];
  onFollow?: () => void;
}

/** Sessions by name and time, as links to their bookings. */
export function SessionLinks({ sessions, onFollow }: SessionLinksProps) {
  const { timeZone, timeZoneLabel } = useFacts();
  const path = useBookingPath();
  return (
    <ul className="mt-1 grid max-h-48 gap-1.5 overflow-y-auto">
      {sessions.map(({ id, name, booking_date: startsAt }) => (
        <li key={id}>
          <Link
            to={path({ booking: id })}
            preventScrollReset
            onClick={onFollow}
            className={`inline-flex min-h-9 flex-wrap items-center gap-x-2 ${textLink}`}
          >
            {name}
            <time dateTime={startsAt} className="font-normal">
              {formatDateAndClock(startsAt, timeZone)} {timeZoneLabel}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
