import {
  CalendarClock,
  CalendarX2,
  CheckCheck,
  Mail,
  PanelRight,
  Undo2,
  UserX,
  Wallet,
} from 'lucide-react';
import { Link } from 'react-router';
import { Menu, MenuButton, MenuLink } from '#app/ui/menu.tsx';
import { replyHref } from '#domain/contact-links.ts';
import { describeTimeZone, formatDateAndClock } from '#domain/time-zone.ts';
import { useFacts } from '../shell/facts.ts';
import { type Booking, useMarkOutcome } from './booking-changes.ts';
import { useBookingPath } from './booking-paths.ts';
import { BookingState, useStanding } from './booking-words.tsx';
import { cardActionClass, RecordCard } from './record-card.tsx';

interface BookingCardProps {
  booking: Booking;
  onDelete: (name: string) => void;
}

/** A booking in the list and below the calendar. */
export function BookingCard({ booking, onDelete }: BookingCardProps) {
  const site = useFacts();
  const { id, name, email, session_type, booking_date: startsAt, time_zone } = booking;
  const { standing } = useStanding(booking);
  const path = useBookingPath();
  return (
    <RecordCard
      title={name}
      isMarked={standing === 'upcoming' || standing === 'today'}
      aside={<BookingState booking={booking} />}
      actions={
        <>
          <Link to={path({ booking: id })} preventScrollReset className={cardActionClass}>
            <PanelRight className="size-4" />
            Open<span className="sr-only"> {name}</span>
          </Link>
          <BookingMenu booking={booking} />
        </>
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
      {booking.notes && (
        <p className="max-h-60 overflow-y-auto border-t border-hairline pt-3 whitespace-pre-line">
          {booking.notes}
        </p>
      )}
      {booking.mentor_note && (
        <p className="line-clamp-3 border-t border-hairline pt-3 text-muted italic">
          {booking.mentor_note}
        </p>
      )}
    </RecordCard>
  );
}

/** What can be done with a booking: as much of it as makes sense where it stands. */
function BookingMenu({ booking }: { booking: Booking }) {
  const site = useFacts();
  const { id, name, email, outcome, paid_at } = booking;
  const { standing, hasBegun } = useStanding(booking);
  const path = useBookingPath();
  const mark = useMarkOutcome();
  const isCancelled = standing === 'cancelled';
  return (
    <Menu
      label={
        <>
          More<span className="sr-only"> for {name}</span>
        </>
      }
      className={cardActionClass}
    >
      {!isCancelled && (
        <MenuLink icon={CalendarClock} to={path({ booking: id, do: 'move' })} preventScrollReset>
          Move
        </MenuLink>
      )}
      {!isCancelled && !hasBegun && (
        <MenuLink icon={CalendarX2} to={path({ booking: id, do: 'cancel' })} preventScrollReset>
          Cancel session
        </MenuLink>
      )}
      {!isCancelled && hasBegun && outcome !== 'done' && (
        <MenuButton icon={CheckCheck} onClick={() => mark(booking, 'done')}>
          Mark as done
        </MenuButton>
      )}
      {!isCancelled && hasBegun && outcome !== 'missed' && (
        <MenuButton icon={UserX} onClick={() => mark(booking, 'missed')}>
          Mark as missed
        </MenuButton>
      )}
      {outcome && (
        <MenuButton icon={Undo2} onClick={() => mark(booking, null)}>
          Take back “{outcome === 'done' ? 'Done' : 'Missed'}”
        </MenuButton>
      )}
      <MenuLink icon={Wallet} to={path({ booking: id, do: 'payment' })} preventScrollReset>
        {paid_at === null ? 'Mark as paid' : 'Payment'}
      </MenuLink>
      <MenuLink icon={Mail} to={replyHref(email, `${site.name}: ${booking.session_type}`)}>
        Write by mail
      </MenuLink>
    </Menu>
  );
}
