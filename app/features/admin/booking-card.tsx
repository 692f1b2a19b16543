import { Mail } from 'lucide-react';
import { replyHref } from '#domain/contact-links.ts';
import { describeTimeZone, formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { CardLink, RecordCard } from './record-card.tsx';
import type { RowOf } from './use-records.ts';

type Booking = RowOf<'bookings'>;

interface BookingCardProps {
  booking: Booking;
  onDelete: (name: string) => void;
}

/** One booking. */
export function BookingCard({ booking, onDelete }: BookingCardProps) {
  const site = useFacts();
  const { name, email, session_type, booking_date: startsAt, time_zone } = booking;
  const isCancelled = booking.cancelled_at !== null;
  const isUpcoming = !isCancelled && new Date(startsAt).getTime() > Date.now();
  return (
    <RecordCard
      title={name}
      isMarked={isUpcoming}
      aside={
        (isUpcoming && <span className="font-semibold text-gold">Upcoming</span>) ||
        (isCancelled && 'Cancelled')
      }
      actions={
        <CardLink icon={Mail} href={replyHref(email, `${site.name}: ${session_type}`)}>
          Write<span className="sr-only"> to {name} by mail</span>
        </CardLink>
      }
      onDelete={onDelete}
    >
      <p className="font-medium">
        <time dateTime={startsAt}>
          {formatDateAndClock(startsAt, site.timeZone)} {site.timeZoneLabel}
        </time>
        {time_zone && time_zone !== site.timeZone && (
          <span className="block text-sm font-normal text-muted">
            Visitor: {formatDateAndClock(startsAt, time_zone)},{' '}
            {describeTimeZone(time_zone, startsAt)}
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
    </RecordCard>
  );
}
