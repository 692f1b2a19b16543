import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { Link2, type LucideIcon, Mail, Pencil, Undo2, Wallet } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { classNames } from '#app/ui/class-names.ts';
import { SidePanel } from '#app/ui/dialog.tsx';
import { isFocusLost } from '#app/ui/focus.ts';
import { textLink } from '#app/ui/link.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { formatDay } from '#domain/calendar-day.ts';
import { replyHref } from '#domain/contact-links.ts';
import { findJoinDetails } from '#domain/joining.ts';
import { isRecordId } from '#domain/list-page.ts';
import type { BookingSettings } from '#domain/settings/booking.ts';
import { dayInZone, formatDateAndClock } from '#domain/time-zone.ts';
import { statusOf } from '../auth/query-client.ts';
import { useAdminSession } from '../auth/session-guard.tsx';
import { useSectionState } from '../settings/use-section.ts';
import { useFacts } from '../shell/facts.ts';
import { AddBooking } from './add-booking.tsx';
import { type Booking, bookingKey, useTakeBackPayment } from './booking-changes.ts';
import { CancelForm, JoinForm, MoveForm, NoteForm, PaymentForm } from './booking-forms.tsx';
import { BookingHistory } from './booking-history.tsx';
import { type BookingTask, bookingTasks, useBookingPath } from './booking-paths.ts';
import { BookingState, SessionTime, useStanding } from './booking-words.tsx';
import { cardActionClass } from './record-card.tsx';
import { EmptyBox, FailedNotice } from './record-list.tsx';
import { useSessionActions } from './session-actions.ts';

/** What is open beside the list of bookings, as the URL says: one of them, or the form of a new one. */
export function BookingPanel() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const path = useBookingPath();
  const asked = params.get('booking') ?? '';
  const id = isRecordId(asked) ? asked : undefined;
  const isNew = id === undefined && params.has('add');
  const close = () => void navigate(path({}), { preventScrollReset: true });
  return (
    <>
      <SidePanel isOpen={isNew} onClose={close} title="Add a booking">
        <div className="mt-5">{isNew && <AddBooking onLeave={close} />}</div>
      </SidePanel>
      {/* Its name stands in the place of the title, but comes later. */}
      <SidePanel isOpen={id !== undefined} onClose={close} title="Booking" isTitleHidden>
        {id !== undefined && <OneBooking key={id} id={id} />}
      </SidePanel>
    </>
  );
}

function OneBooking({ id }: { id: string }) {
  const { api } = useAdminSession();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: bookingKey(id),
    queryFn: ({ signal }) =>
      parseResponse(api.bookings[':id'].$get({ param: { id } }, { init: { signal } })),
  });
  if (statusOf(error) === 404)
    return (
      <div className="mt-4">
        <EmptyBox>This booking does not exist any more.</EmptyBox>
      </div>
    );
  return (
    // What ends the panel can be scrolled out from under a notification.
    <div className="-mt-9 grid gap-4 pb-28">
      {error && (
        <FailedNotice
          text="This booking could not be loaded."
          isReading={isFetching}
          retry={() => void refetch()}
        />
      )}
      {data && <BookingDetails booking={data} />}
      {!data && !error && (
        <div role="status" className="grid gap-4">
          <p className="sr-only">Loading</p>
          <Skeleton className="h-7 w-2/5" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      )}
    </div>
  );
}

function BookingDetails({ booking }: { booking: Booking }) {
  const site = useFacts();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const path = useBookingPath();
  const { id, name, email, session_type } = booking;
  const { standing } = useStanding(booking);
  const nameRef = useRef<HTMLParagraphElement>(null);
  // What was pressed may be done with, and gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the booking says something else
  useEffect(() => {
    if (isFocusLost()) nameRef.current?.focus({ preventScroll: true });
  }, [booking]);
  const task = bookingTasks.find((one) => one === params.get('do'));
  const leave = () => {
    void navigate(path({ booking: id }), { preventScrollReset: true });
    document.getElementById(taskLinkId(task))?.focus();
  };
  const form = { booking, onLeave: leave };
  return (
    <>
      <div className="grid gap-4 pb-2">
        <div className="grid gap-2">
          <p ref={nameRef} tabIndex={-1} className="pr-12 text-heading font-display break-words">
            {name}
          </p>
          <BookingState booking={booking} />
        </div>
        <p
          className={standing === 'cancelled' ? 'line-through decoration-1 opacity-70' : undefined}
        >
          <SessionTime booking={booking} className="text-lg font-semibold" />
        </p>
        <p className="label-caps text-gold">
          {session_type} · {booking.meeting_type}
        </p>
        <Facts booking={booking} />
        <div className="-mx-2 flex flex-wrap items-center gap-x-1">
          <SessionActions booking={booking} />
          <a href={replyHref(email, `${site.name}: ${session_type}`)} className={cardActionClass}>
            <Mail className="size-4" />
            Write<span className="sr-only"> to {name} by mail</span>
          </a>
        </div>
        {task === 'move' && standing !== 'cancelled' && <MoveForm {...form} />}
        {task === 'cancel' && standing !== 'cancelled' && <CancelForm {...form} />}
      </div>
      {standing !== 'cancelled' && (
        <Part
          title="How to join"
          task="join"
          icon={Link2}
          action={booking.join_details ? 'Change' : 'Add'}
          spoken="how to join"
          booking={booking}
        >
          {task === 'join' ? <JoinForm {...form} /> : <Joining booking={booking} />}
        </Part>
      )}
      <Part
        title="Payment"
        task="payment"
        icon={Wallet}
        action={booking.paid_at ? 'Change' : 'Mark as paid'}
        spoken={booking.paid_at !== null && 'payment'}
        booking={booking}
      >
        {task === 'payment' ? <PaymentForm {...form} /> : <Payment booking={booking} />}
      </Part>
      <Part
        title="Your note"
        task="note"
        icon={Pencil}
        action={booking.mentor_note ? 'Change' : 'Write'}
        spoken="your note"
        booking={booking}
      >
        {task === 'note' ? (
          <NoteForm {...form} />
        ) : (
          <p className={booking.mentor_note ? 'break-words whitespace-pre-line' : 'text-muted'}>
            {booking.mentor_note ?? 'Nothing yet. Only you see it.'}
          </p>
        )}
      </Part>
      <BookingHistory booking={booking} />
    </>
  );
}

const taskLinkId = (task: BookingTask | undefined) => `booking-task-${task}`;

interface TaskLinkProps {
  booking: Booking;
  task: BookingTask;
  icon: LucideIcon;
  children: ReactNode;
}

/** Opens the form of something that is done with the booking. */
function TaskLink({ booking, task, icon: Icon, children }: TaskLinkProps) {
  const path = useBookingPath();
  return (
    <Link
      id={taskLinkId(task)}
      to={path({ booking: booking.id, do: task })}
      preventScrollReset
      className={cardActionClass}
    >
      <Icon className="size-4" />
      {children}
    </Link>
  );
}

interface PartProps extends Omit<TaskLinkProps, 'children'> {
  title: string;
  action: string;
  /** What the action is about, where it does not say so. */
  spoken?: string | false;
  children: ReactNode;
}

/** A part of a booking that has a form of its own. */
const Part = ({ title, action, spoken, children, ...link }: PartProps) => (
  <section aria-label={title} className="grid gap-1 border-t border-hairline pt-2 pb-1">
    <div className="-mr-2 flex items-center justify-between gap-4">
      <h3 className="font-text font-semibold">{title}</h3>
      <TaskLink {...link}>
        {action}
        {spoken && <span className="sr-only"> {spoken}</span>}
      </TaskLink>
    </div>
    {children}
  </section>
);

/** What the visitor has said, and how the booking came about. */
function Facts({ booking }: { booking: Booking }) {
  const { timeZone } = useFacts();
  return (
    <div className="grid gap-2 text-[0.9375rem]">
      <p className="break-words">
        {booking.email} · {booking.trading_knowledge}
      </p>
      {booking.notes && <p className="break-words whitespace-pre-line">{booking.notes}</p>}
      {booking.message_to_visitor && (
        <p className="border-l-2 border-gold-soft pl-3 break-words whitespace-pre-line">
          <span className="block text-sm text-muted">You wrote to {booking.name}:</span>
          {booking.message_to_visitor}
        </p>
      )}
      <p className="text-sm text-muted">
        Booked {booking.is_booked_by_mentor ? 'by you' : 'on the website'},{' '}
        {formatDateAndClock(booking.created_at, timeZone)}
      </p>
    </div>
  );
}

/** What can be done with the session itself. */
const SessionActions = ({ booking }: { booking: Booking }) =>
  useSessionActions(booking).map(({ label, icon: Icon, ...action }) =>
    action.task ? (
      <TaskLink key={label} booking={booking} task={action.task} icon={Icon}>
        {label}
      </TaskLink>
    ) : (
      <button key={label} type="button" className={cardActionClass} onClick={action.onPress}>
        <Icon className="size-4" />
        {label}
      </button>
    ),
  );

/** How the session is joined: as was said for it, or as usual. */
function Joining({ booking: { join_details, meeting_type } }: { booking: Booking }) {
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
        <span className="text-muted">As usual with {meeting_type}:</span> {usual}
      </p>
    );
  return (
    <p className="text-muted">
      Nothing is said yet. Add it for this session, or{' '}
      <Link to="/admin/settings/booking" className={textLink}>
        for all with {meeting_type}
      </Link>
      .
    </p>
  );
}

function Payment({ booking }: { booking: Booking }) {
  const { timeZone } = useFacts();
  const takeBack = useTakeBackPayment();
  if (booking.paid_at === null) return <p className="text-muted">Not paid yet.</p>;
  return (
    <div>
      <p>
        Paid, marked on {formatDay(dayInZone(booking.paid_at, timeZone))}
        {booking.payment_reference && ` · ${booking.payment_reference}`}
      </p>
      <button
        type="button"
        className={classNames(cardActionClass, '-mx-2')}
        onClick={() => takeBack(booking)}
      >
        <Undo2 className="size-4" />
        Not paid after all
      </button>
    </div>
  );
}
