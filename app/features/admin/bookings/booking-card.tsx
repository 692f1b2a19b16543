import { type InferResponseType, parseResponse } from 'hono/client';
import { Mail } from 'lucide-react';
import { site } from '#content/site.ts';
import { replyHref } from '#domain/contact-links.ts';
import { describeTimeZone, formatDateAndClock } from '#domain/time-zone.ts';
import { type AdminApi, useAdminApi } from '../admin-api.ts';
import { AdminCard, cardActionClass } from '../list/admin-card.tsx';

/** A booking as the API gives it. */
export type Booking = InferResponseType<AdminApi['bookings']['$get'], 200>['items'][number];

/** One booking, on the mentor's clock and on the visitor's. */
export function BookingCard({ booking }: { booking: Booking }) {
  const api = useAdminApi();
  const { id, name, email, session_type, booking_date, time_zone } = booking;
  const isCancelled = booking.cancelled_at !== null;
  const isUpcoming = !isCancelled && new Date(booking_date).getTime() > Date.now();
  return (
    <AdminCard
      title={name}
      isMarked={isUpcoming}
      aside={
        (isUpcoming && <span className="font-semibold text-gold">Upcoming</span>) ||
        (isCancelled && 'Cancelled')
      }
      actions={
        <a href={replyHref(email, `${site.name}: ${session_type}`)} className={cardActionClass}>
          <Mail aria-hidden className="size-4" strokeWidth={1.75} />
          Write<span className="sr-only"> to {name} by mail</span>
        </a>
      }
      deletion={{
        id,
        table: 'bookings',
        noun: 'booking',
        name,
        send: () =>
          parseResponse(
            api.bookings[':id'].$delete({ param: { id } }, { init: { keepalive: true } }),
          ),
        done: 'Booking deleted successfully',
        failed: () => 'Failed to delete booking',
      }}
    >
      <p className="font-medium">
        <time dateTime={booking_date}>
          {formatDateAndClock(booking_date, site.timeZone)} {site.timeZoneLabel}
        </time>
        {time_zone && time_zone !== site.timeZone && (
          <span className="block text-sm font-normal text-muted">
            Visitor: {formatDateAndClock(booking_date, time_zone)},{' '}
            {describeTimeZone(time_zone, booking_date)}
          </span>
        )}
      </p>
      <p className="label-caps text-gold">
        {session_type} · {booking.meeting_type}
      </p>
      <p className="grid gap-0.5 text-[0.9375rem]">
        <span className="min-w-0 break-words">{email}</span>
        <span className="text-muted">{booking.trading_knowledge}</span>
      </p>
      <p className="max-h-60 overflow-y-auto border-t border-hairline pt-3 whitespace-pre-line">
        {booking.notes}
      </p>
    </AdminCard>
  );
}
