import { CalendarClock, Link2, type LucideIcon, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  Agreement,
  CardButton,
  CardPageLink,
  OriginNote,
  useMentorClock,
  WhatsAppLink,
} from '#features/admin-ui/ui/index.ts';
import { OrderLine, useLinkedOrders } from '#features/billing/ui/admin/index.ts';
import type { BookingSettings } from '#features/settings/rules/index.ts';
import { useSectionState } from '#features/settings/ui/admin/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { findJoinDetails } from '#rules/joining.ts';
import { findRandAmounts } from '#rules/money.ts';
import { describeTimeZone, formatDateAndClock } from '#rules/time-zone.ts';
import { isTimeZone } from '#rules/zoned-time.ts';
import { textLink } from '#ui/link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.ts';
import {
  type Booking,
  type BookingTask,
  bookingTasks,
  useBookingPath,
  useMarkUnpaid,
  useSessionActions,
} from './booking-words.tsx';

/** Returns which form of the booking the URL opens. */
export function useTask(): BookingTask | undefined {
  const [params] = useSearchParams();
  return bookingTasks.find((one) => one === params.get('do'));
}

/** The id of the link that opens a form of the booking. The focus returns to it. */
export const taskLinkId = (task: BookingTask | undefined) => `booking-task-${task}`;

interface TaskLinkProps {
  booking: Booking;
  task: BookingTask;
  icon: LucideIcon;
  /** What the action is about, for screen readers, if its text does not say so. */
  spoken?: string | false;
  children: ReactNode;
}

/** Opens a form of the booking. */
function TaskLink({ booking, task, ...link }: TaskLinkProps) {
  const to = useBookingPath()({ booking: booking.id, do: task });
  return <CardPageLink id={taskLinkId(task)} to={to} {...link} />;
}

interface PartProps extends Omit<TaskLinkProps, 'children'> {
  title: string;
  action: string;
  /** The form, which replaces the content while the URL opens it. */
  form: ReactNode;
  children: ReactNode;
}

/** A part of a booking with its own form. */
export const Part = ({ title, action, form, children, ...link }: PartProps) => (
  <section aria-label={title} className="grid gap-1 border-t border-hairline pt-2 pb-1">
    <div className="-mr-2 flex items-center justify-between gap-4">
      <h3 className="font-text font-semibold">{title}</h3>
      <TaskLink {...link}>{action}</TaskLink>
    </div>
    {useTask() === link.task ? form : children}
  </section>
);

/** What the client wrote, and where they came from. */
export function VisitorWords({ booking }: { booking: Booking }) {
  const { toDay } = useMentorClock();
  return (
    <div className="grid gap-2 text-[0.9375rem]">
      <p className="break-words">
        {[booking.email, booking.phone, booking.trading_knowledge].filter(Boolean).join(' · ')}
      </p>
      {booking.notes && <p className="break-words whitespace-pre-line">{booking.notes}</p>}
      {booking.reminders_refused_at !== null && (
        <p className="text-sm text-muted">
          No reminders: {booking.name} turned them off on {toDay(booking.reminders_refused_at)}
        </p>
      )}
      <Agreement record={booking} />
      <OriginNote row={booking} />
    </div>
  );
}

/** The actions for the session itself. */
export const SessionActions = ({ booking }: { booking: Booking }) =>
  useSessionActions(booking).map(({ label, icon, ...action }) =>
    action.task ? (
      <TaskLink key={label} booking={booking} task={action.task} icon={icon}>
        {label}
      </TaskLink>
    ) : (
      <CardButton key={label} icon={icon} onClick={action.onPress}>
        {label}
      </CardButton>
    ),
  );

/** Leads to the form that books a cancelled session again. */
export const RebookLink = ({ booking }: { booking: Booking }) => (
  <TaskLink booking={booking} task="move" icon={CalendarClock}>
    Find another time
  </TaskLink>
);

/** How to join the session: its own link or number, or the usual one for its meeting type. */
export function Joining({ booking: { join_details, meeting_type } }: { booking: Booking }) {
  const { data } = useSectionState<BookingSettings>('booking');
  if (join_details) return <p className="break-words">{join_details}</p>;
  if (!data) return <Skeleton className="h-6 w-2/3" />;
  const usual = findJoinDetails(
    { joinDetails: null, meetingType: meeting_type },
    data.value.joining,
  );
  if (usual)
    return (
      <p className="break-words">
        <span className="text-muted">Your usual {meeting_type} link or number:</span> {usual}
      </p>
    );
  return (
    <p className="text-muted">
      No link yet. Add one for this session or{' '}
      <Link to="/admin/settings/booking" className={textLink}>
        for all {meeting_type} sessions
      </Link>
      .
    </p>
  );
}

/** Says why a session is not paid. */
function describeUnpaid(
  { session_price, cancelled_at }: Booking,
  order: ReturnType<ReturnType<typeof useLinkedOrders>>,
): string {
  if (order?.has_unallocated) return 'Not paid, but money has arrived that this order can’t take.';
  if (order && order.paid_cents > 0) return 'Paid in part.';
  if (order?.is_unconfirmed) return 'A payment is reported but not confirmed yet.';
  const [amount, ...others] = findRandAmounts(session_price ?? '');
  if (!order && amount === 0 && others.length === 0) return 'This session is free.';
  return cancelled_at === null ? 'Not paid yet.' : 'Not paid.';
}

/** Whether the session is paid, and the reference of the payment. */
export function Payment({ booking }: { booking: Booking }) {
  const { toDay } = useMentorClock();
  const takeBack = useMarkUnpaid();
  const order = useLinkedOrders([booking.id])(booking.id);
  if (booking.paid_at === null)
    return (
      <div className="grid gap-1">
        <p className="text-muted">{describeUnpaid(booking, order)}</p>
        {order && <OrderLine order={order} />}
      </div>
    );
  return (
    <div>
      {order && <OrderLine order={order} />}
      <p>
        Paid on {toDay(booking.paid_at)}
        {booking.payment_reference && <span>{` · ${booking.payment_reference}`}</span>}
      </p>
      <CardButton icon={Undo2} className="-mx-2" onClick={() => takeBack(booking)}>
        Mark as unpaid
      </CardButton>
    </div>
  );
}

/** Says what the client's private link is about, on their clock if it is known. */
function describeForClient(booking: Booking, mentorZone: string): string {
  const { session_type, booking_date: at, time_zone: own, cancelled_at, held_until } = booking;
  const zone = own && isTimeZone(own) ? own : mentorZone;
  const toTime = (instant: string) =>
    `${formatDateAndClock(instant, zone)} (${describeTimeZone(zone, instant)})`;
  if (cancelled_at) return `your ${session_type} on ${toTime(at)} is cancelled. See your booking`;
  if (held_until)
    return `your ${session_type} on ${toTime(at)} is held until ${toTime(held_until)}. Pay or cancel`;
  const isOver = new Date(at) <= new Date();
  return isOver
    ? `this is your ${session_type} of ${toTime(at)}`
    : `your ${session_type} is on ${toTime(at)}. Move or cancel`;
}

/** Shares the client's private link to move or cancel: by copying it, or on WhatsApp. */
export function ClientLink({ booking }: { booking: Booking }) {
  const { name, phone, manage_path } = booking;
  const { timeZone } = useSettings();
  // Bookings are not rendered on the server.
  const url = new URL(manage_path, location.origin).href;
  const text = `Hi ${name}, ${describeForClient(booking, timeZone)}: ${url}`;

  function copy(): void {
    navigator.clipboard.writeText(url).then(
      () => toast.success('Link copied'),
      () => toast.error(`Could not copy. The link is ${url}`),
    );
  }

  return (
    <>
      <CardButton icon={Link2} onClick={copy}>
        Copy client link
      </CardButton>
      <WhatsAppLink phone={phone} spoken={` to ${name}`} text={text} />
    </>
  );
}
