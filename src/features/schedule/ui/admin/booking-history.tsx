import type { InferResponseType } from 'hono/client';
import {
  CalendarCheck,
  CalendarClock,
  CalendarDays,
  CalendarX2,
  MessageSquareText,
} from 'lucide-react';
import { Link } from 'react-router';
import {
  type AdminApi,
  capitalise,
  Loaded,
  Time,
  useMentorClock,
  useRead,
} from '#features/admin-ui/ui/index.ts';
import { describeSettlementToMentor } from '#rules/cancellation.ts';
import { maxPageSize } from '#rules/list-page.ts';
import { textLink } from '#ui/link.tsx';
import { type Booking, useBookingPath } from './booking-words.tsx';

type Entry = InferResponseType<
  AdminApi['bookings'][':id']['history']['$get'],
  200
>['items'][number];

/** The history of a booking and its client: changes, other sessions, messages and inquiries. */
export function BookingHistory({ booking }: { booking: Booking }) {
  const { id } = booking;
  const asked = { param: { id }, query: { limit: String(maxPageSize) } };
  const history = useRead(
    ['bookings', 'history', id],
    (api, init) => api.bookings[':id'].history.$get(asked, init),
    // Refetched each time it is opened, because changes to leads do not trigger it.
    { staleTime: 0 },
  );
  return (
    <section aria-labelledby="history" className="grid gap-3 border-t border-hairline pt-4">
      <h3 id="history" className="font-text font-semibold">
        History
      </h3>
      <Loaded query={history} failed="The history could not be loaded." skeleton="h-16">
        {({ items, next_cursor }) => (
          <>
            <ul className="grid gap-px overflow-hidden rounded-sm border border-hairline bg-hairline">
              {items.map((entry) => (
                <li key={entry.id} className="bg-surface px-4 py-3">
                  <HistoryEntry entry={entry} booking={booking} />
                </li>
              ))}
            </ul>
            {next_cursor && (
              <p className="text-sm text-muted">Only the latest {maxPageSize} entries are shown.</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

const icons = {
  session: CalendarDays,
  booked: CalendarCheck,
  change: CalendarClock,
  lead: MessageSquareText,
};

/** Returns the state of an entry as labels. */
function describeState({ cancelled_at, outcome, paid_at, is_test, state }: Entry): string[] {
  return [
    ...(cancelled_at ? ['Cancelled'] : []),
    ...(outcome ? [capitalise(outcome)] : []),
    ...(paid_at ? ['Paid'] : []),
    ...(is_test ? ['TEST'] : []),
    ...(state && state !== 'new' ? [capitalise(state)] : []),
  ];
}

/** Describes an entry: `Cancelled by you`, `Moved by Jane Doe`, or the entry's own title. */
function describeEntry({ kind, title, change }: Entry, { name, is_booked_by_mentor }: Booking) {
  if (kind === 'booked') return is_booked_by_mentor ? 'Booked by you' : `Booked by ${name}`;
  if (!change) return title;
  if (change.by === 'site') return 'Not paid in time';
  const by = change.by === 'mentor' ? 'you' : name;
  return change.to === null ? `Cancelled by ${by}` : `Moved by ${by}`;
}

function HistoryEntry({ entry, booking }: { entry: Entry; booking: Booking }) {
  const { toTime } = useMentorClock();
  const path = useBookingPath();
  const { kind, at, booking_id, change, message, note } = entry;
  const Icon = change?.to === null ? CalendarX2 : icons[kind];
  const what = describeEntry(entry, booking);
  const states = describeState(entry);
  return (
    <div className="flex gap-3">
      <Icon className="mt-1 size-4.5 shrink-0 text-gold" />
      <div className="grid min-w-0 gap-0.5 text-[0.9375rem]">
        <p>
          {booking_id && booking_id !== booking.id ? (
            <Link to={path({ booking: booking_id })} preventScrollReset className={textLink}>
              {what}
            </Link>
          ) : (
            <span className="font-semibold">{what}</span>
          )}
          {states.length > 0 && <span className="text-muted"> · {states.join(' · ')}</span>}
        </p>
        {change && (
          <p className="text-sm">
            {change.to === null
              ? `It was on ${toTime(change.from)}`
              : `From ${toTime(change.from)} to ${toTime(change.to)}`}
          </p>
        )}
        <p className="text-sm text-muted">
          {kind === 'session' && 'Session on '}
          <Time at={at} />
        </p>
        {message && (
          <p className="max-h-40 overflow-y-auto break-words whitespace-pre-line">{message}</p>
        )}
        {change?.settlement && (
          <p className="text-sm">{describeSettlementToMentor(change.settlement)}</p>
        )}
        {change?.reason && <p className="break-words whitespace-pre-line">“{change.reason}”</p>}
        {note && <p className="break-words whitespace-pre-line text-muted italic">{note}</p>}
      </div>
    </div>
  );
}
