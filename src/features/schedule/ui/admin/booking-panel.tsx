import { Link2, Mail, Pencil, Wallet } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CardLink, EmptyBox, Loaded, statusOf, useRead } from '#features/admin-ui/ui/index.ts';
import { useLinkedOrders } from '#features/billing/ui/admin/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { replyHref } from '#rules/contact-links.ts';
import { isRecordId } from '#rules/list-page.ts';
import { formatMinutes } from '#rules/measures.ts';
import { SidePanel } from '#ui/dialog.tsx';
import { isFocusLost } from '#ui/focus.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { AddBooking } from './add-booking.tsx';
import { CancelForm, JoinForm, MoveForm, NoteForm, PaymentForm } from './booking-forms.tsx';
import { BookingHistory } from './booking-history.tsx';
import {
  ClientLink,
  Joining,
  Part,
  Payment,
  RebookLink,
  SessionActions,
  taskLinkId,
  useTask,
  VisitorWords,
} from './booking-parts.tsx';
import {
  type Booking,
  BookingState,
  bookingKey,
  SessionTime,
  useBookingPath,
  useBookingStatus,
} from './booking-words.tsx';

/** Shows what the URL opens next to the list: a booking, or the form to add one. */
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
      {/* The client's name replaces the title once it has loaded. */}
      <SidePanel isOpen={id !== undefined} onClose={close} title="Booking" isTitleHidden>
        {id !== undefined && <OneBooking key={id} id={id} />}
      </SidePanel>
    </>
  );
}

const placeholder = (
  <div role="status" className="grid gap-4">
    <p className="sr-only">Loading</p>
    <Skeleton className="h-7 w-2/5" />
    <Skeleton className="h-24" />
    <Skeleton className="h-24" />
  </div>
);

function OneBooking({ id }: { id: string }) {
  const booking = useRead(bookingKey(id), (api, init) =>
    api.bookings[':id'].$get({ param: { id } }, init),
  );
  if (statusOf(booking.error) === 404)
    return (
      <div className="mt-4">
        <EmptyBox>This booking no longer exists.</EmptyBox>
      </div>
    );
  return (
    // Padding, so that the end of the panel can be scrolled above a toast.
    <div className="-mt-9 grid gap-4 pb-28">
      <Loaded query={booking} failed="This booking could not be loaded." skeleton={placeholder}>
        {(found) => <BookingDetails booking={found} />}
      </Loaded>
    </div>
  );
}

function BookingDetails({ booking }: { booking: Booking }) {
  const site = useSettings();
  const navigate = useNavigate();
  const path = useBookingPath();
  const { id, name, email, session_type, entitlement_id, package_text } = booking;
  const { standing } = useBookingStatus(booking);
  const order = useLinkedOrders([id])(id);
  // Another session of a package is booked instead.
  const isPaidFor = order ? order.needs_time : booking.paid_at !== null && !entitlement_id;
  const canRebook = isPaidFor && standing === 'cancelled';
  const nameRef = useRef<HTMLParagraphElement>(null);
  // The pressed button may have disappeared.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the booking changes
  useEffect(() => {
    if (isFocusLost()) nameRef.current?.focus({ preventScroll: true });
  }, [booking]);
  const task = useTask();
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
        {booking.session_minutes !== null && (
          <p>
            {[formatMinutes(booking.session_minutes), booking.session_price]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {package_text && <p>{package_text}</p>}
        <VisitorWords booking={booking} />
        <div className="-mx-2 flex flex-wrap items-center gap-x-1">
          <SessionActions booking={booking} />
          {canRebook && <RebookLink booking={booking} />}
          {email && (
            <CardLink
              icon={Mail}
              spoken={` ${name}`}
              href={replyHref(email, `${site.name}: ${session_type}`)}
            >
              Email
            </CardLink>
          )}
          <ClientLink booking={booking} />
        </div>
        {task === 'move' && (standing !== 'cancelled' || canRebook) && <MoveForm {...form} />}
        {task === 'cancel' && standing !== 'cancelled' && <CancelForm {...form} />}
      </div>
      {standing !== 'cancelled' && (
        <Part
          title="How to join"
          task="join"
          icon={Link2}
          action={booking.join_details ? 'Change' : 'Add'}
          spoken=" how to join"
          booking={booking}
          form={<JoinForm {...form} />}
        >
          <Joining booking={booking} />
        </Part>
      )}
      {(entitlement_id === null || booking.paid_at) && (
        <Part
          title="Payment"
          task="payment"
          icon={Wallet}
          action={booking.paid_at ? 'Change' : 'Mark as paid'}
          spoken={booking.paid_at !== null && ' payment'}
          booking={booking}
          form={<PaymentForm {...form} />}
        >
          <Payment booking={booking} />
        </Part>
      )}
      <Part
        title="Your note"
        task="note"
        icon={Pencil}
        action={booking.mentor_note ? 'Change' : 'Add'}
        spoken=" your note"
        booking={booking}
        form={<NoteForm {...form} />}
      >
        <p className={booking.mentor_note ? 'break-words whitespace-pre-line' : 'text-muted'}>
          {booking.mentor_note ?? 'No note yet. Only you see notes.'}
        </p>
      </Part>
      <BookingHistory booking={booking} />
    </>
  );
}
