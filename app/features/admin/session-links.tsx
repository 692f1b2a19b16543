import { Link, useSearchParams } from 'react-router';
import { textLink } from '#app/ui/link.tsx';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';

interface SessionLinksProps {
  sessions: { id: string; name: string; booking_date: string }[];
  onFollow?: () => void;
}

/** Booked sessions by name and time, each with the way to its booking. */
export function SessionLinks({ sessions, onFollow }: SessionLinksProps) {
  const { timeZone, timeZoneLabel } = useFacts();
  const [params] = useSearchParams();
  const toBooking = (id: string) => {
    const next = new URLSearchParams(params);
    next.set('booking', id);
    return `?${next}`;
  };
  return (
    <ul className="mt-1 grid max-h-48 gap-1.5 overflow-y-auto">
      {sessions.map(({ id, name, booking_date: startsAt }) => (
        <li key={id}>
          <Link
            to={toBooking(id)}
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
