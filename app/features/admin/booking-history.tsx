import { useInfiniteQuery } from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import { CalendarDays, MessageSquareText } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { textLink } from '#app/ui/link.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';
import { useFacts } from '../shell/facts.ts';
import type { Booking } from './booking-changes.ts';
import { useBookingPath } from './booking-paths.ts';
import { FailedNotice } from './record-list.tsx';

type Entry = InferResponseType<
  AdminApi['bookings'][':id']['history']['$get'],
  200
>['items'][number];

const pageLength = '5';

/** What else came from a booking's email or phone number: sessions, messages and inquiries, newest first. */
export function BookingHistory({ booking: { id, name } }: { booking: Booking }) {
  const { api } = useAdminSession();
  const history = useInfiniteQuery({
    // Read again when a booking changes; leads are asked for anew each time it is opened.
    queryKey: ['bookings', 'history', id],
    queryFn: ({ pageParam: cursor, signal }) =>
      parseResponse(
        api.bookings[':id'].history.$get(
          { param: { id }, query: { limit: pageLength, cursor } },
          { init: { signal } },
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: 0,
  });
  const entries = history.data?.pages.flatMap(({ items }) => items);
  return (
    <section aria-labelledby="history" className="grid gap-3 border-t border-hairline pt-4">
      <h3 id="history" className="font-text font-semibold">
        History
      </h3>
      {history.isError && (
        <FailedNotice
          text="The history could not be loaded."
          isReading={history.isFetching}
          retry={() => void history.refetch()}
        />
      )}
      {!entries && !history.isError && <Skeleton className="h-16" />}
      {entries?.length === 0 && <p className="text-muted">Nothing else from {name} yet.</p>}
      {entries && entries.length > 0 && (
        <ul className="grid gap-px overflow-hidden rounded-sm border border-hairline bg-hairline">
          {entries.map((entry) => (
            <li key={entry.id} className="bg-surface px-4 py-3">
              <HistoryEntry entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {history.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-start"
          aria-disabled={history.isFetching}
          onClick={() => !history.isFetching && void history.fetchNextPage()}
        >
          {history.isFetchingNextPage ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </section>
  );
}

/** What became of an entry, in words. */
function describeEntry({ cancelled_at, outcome, paid_at, state }: Entry): string[] {
  return [
    ...(cancelled_at ? ['Cancelled'] : []),
    ...(outcome ? [outcome === 'done' ? 'Done' : 'Missed'] : []),
    ...(paid_at ? ['Paid'] : []),
    ...(state && state !== 'new' ? [state.charAt(0).toUpperCase() + state.slice(1)] : []),
  ];
}

function HistoryEntry({ entry }: { entry: Entry }) {
  const site = useFacts();
  const path = useBookingPath();
  const { kind, id, at, title, cancellation_reason, note } = entry;
  const message = entry.message ?? cancellation_reason;
  const Icon = kind === 'booking' ? CalendarDays : MessageSquareText;
  const states = describeEntry(entry);
  return (
    <div className="flex gap-3">
      <Icon className="mt-1 size-4.5 shrink-0 text-gold" />
      <div className="grid min-w-0 gap-0.5 text-[0.9375rem]">
        <p>
          {kind === 'booking' ? (
            <Link to={path({ booking: id })} preventScrollReset className={textLink}>
              {title}
            </Link>
          ) : (
            <span className="font-semibold">{title}</span>
          )}
          {states.length > 0 && <span className="text-muted"> · {states.join(' · ')}</span>}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={at}>
            {formatDateAndClock(at, site.timeZone)} {site.timeZoneLabel}
          </time>
        </p>
        {message && (
          <p className="max-h-40 overflow-y-auto break-words whitespace-pre-line">{message}</p>
        )}
        {note && <p className="break-words whitespace-pre-line text-muted italic">{note}</p>}
      </div>
    </div>
  );
}
