import { Mail, PanelRight, Wallet } from 'lucide-react';
import { CardPageLink, cardActionClass, RecordCard } from '#features/admin-ui/ui/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { replyHref } from '#rules/contact-links.ts';
import { Menu, MenuButton, MenuLink } from '#ui/menu.tsx';
import {
  type Booking,
  BookingState,
  SessionTime,
  useBookingPath,
  useBookingStatus,
  useSessionActions,
} from './booking-words.tsx';

interface BookingCardProps {
  booking: Booking;
  onDelete: (name: string) => void;
}

/** A booking in the list and below the calendar. */
export function BookingCard({ booking, onDelete }: BookingCardProps) {
  const { id, name, email, session_type } = booking;
  const { standing, isHeld } = useBookingStatus(booking);
  const path = useBookingPath();
  return (
    <RecordCard
      title={name}
      isMarked={!isHeld && (standing === 'upcoming' || standing === 'today')}
      aside={<BookingState booking={booking} />}
      actions={
        <>
          <CardPageLink icon={PanelRight} spoken={` ${name}`} to={path({ booking: id })}>
            Open
          </CardPageLink>
          <BookingMenu booking={booking} />
        </>
      }
      onDelete={onDelete}
    >
      <p>
        <SessionTime booking={booking} className="font-medium" />
      </p>
      <p className="label-caps text-gold">
        {session_type} · {booking.meeting_type}
      </p>
      <p className="min-w-0 text-[0.9375rem] break-words text-muted">
        {[email, booking.phone].filter(Boolean).join(' · ')}
      </p>
      {booking.package_text && <p className="text-[0.9375rem]">{booking.package_text}</p>}
      {booking.mentor_note && (
        <p className="line-clamp-2 text-[0.9375rem] text-muted italic">{booking.mentor_note}</p>
      )}
    </RecordCard>
  );
}

/** The menu of a booking's actions. */
function BookingMenu({ booking }: { booking: Booking }) {
  const site = useSettings();
  const { id, name, email, paid_at, entitlement_id } = booking;
  const path = useBookingPath();
  return (
    <Menu
      label={
        <>
          More<span className="sr-only"> for {name}</span>
        </>
      }
      className={cardActionClass}
    >
      {useSessionActions(booking).map(({ label, ...action }) =>
        action.task ? (
          <MenuLink
            key={label}
            icon={action.icon}
            to={path({ booking: id, do: action.task })}
            preventScrollReset
          >
            {label}
          </MenuLink>
        ) : (
          <MenuButton key={label} icon={action.icon} onClick={action.onPress}>
            {label}
          </MenuButton>
        ),
      )}
      {(entitlement_id === null || paid_at) && (
        <MenuLink icon={Wallet} to={path({ booking: id, do: 'payment' })} preventScrollReset>
          <span>{paid_at === null ? 'Mark as paid' : 'Payment'}</span>
        </MenuLink>
      )}
      {email && (
        <MenuLink icon={Mail} to={replyHref(email, `${site.name}: ${booking.session_type}`)}>
          Send an email
        </MenuLink>
      )}
    </Menu>
  );
}
