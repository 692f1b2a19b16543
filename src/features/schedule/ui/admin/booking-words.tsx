import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  CalendarClock,
  CalendarX2,
  CheckCheck,
  type LucideIcon,
  PackageMinus,
  PackagePlus,
  Undo2,
  UserX,
} from 'lucide-react';
import {
  type AdminApi,
  type EditedRecord,
  messageOf,
  type RowOf,
  Time,
  useAdminForm,
  useAdminSession,
  useChange,
  useMentorClock,
  useTabPath,
} from '#features/admin-ui/ui/index.ts';
import { isHoldOver, wasReleased } from '#features/availability/rules/index.ts';
import {
  type BookingStatus,
  type SessionOutcome,
  statusOfBooking,
} from '#features/booking/rules/index.ts';
import { readProblem, ShownError } from '#features/forms/ui/index.ts';
import { useSettings } from '#features/shell/ui/index.ts';
import { describeTimeZone, formatDateAndClock } from '#rules/time-zone.ts';
import type { z } from '#rules/zod.ts';
import { isTimeZone } from '#rules/zoned-time.ts';
import { classNames } from '#ui/class-names.ts';
import { toast } from '#ui/toast.ts';

/** The changes of a booking that have their own form. */
export const bookingTasks = ['move', 'cancel', 'payment', 'note', 'join'] as const;
export type BookingTask = (typeof bookingTasks)[number];

/** What is open next to the list: a booking, one of its forms, or the form to add one. */
interface OpenBooking {
  booking?: string;
  do?: BookingTask;
  add?: '';
}

/** Returns a function that builds links within the tab. */
export const useBookingPath = (): ((open: OpenBooking) => string) =>
  useTabPath(['booking', 'do', 'add']);

/** Returns the current state of a booking, by the mentor's calendar. */
export function useBookingStatus({
  booking_date,
  cancelled_at,
  session_minutes,
  held_until,
}: Booking) {
  const { timeZone } = useSettings();
  const now = new Date();
  const startsAt = new Date(booking_date);
  return {
    isHeld: held_until !== null && cancelled_at === null,
    standing: statusOfBooking(
      { startsAt, minutes: session_minutes, isCancelled: cancelled_at !== null },
      { now, timeZone },
    ),
    hasBegun: startsAt <= now,
  };
}

/** An action on a session: it opens a form, or needs only one tap. */
export type SessionAction = { icon: LucideIcon; label: string } & (
  | { task: BookingTask }
  | { onPress: () => void; task?: never }
);

/** Returns the actions that a session allows in its current state. */
export function useSessionActions(booking: Booking): SessionAction[] {
  const { outcome } = booking;
  const { standing, hasBegun, isHeld } = useBookingStatus(booking);
  const mark = useMarkOutcome();
  const returning = useReturnAction(booking);
  if (standing === 'cancelled') return returning;
  const toMark = (icon: LucideIcon, label: string, next: Booking['outcome']) => ({
    icon,
    label,
    onPress: () => mark(booking, next),
  });
  const actions: (SessionAction | false)[] = [
    hasBegun && !isHeld && outcome !== 'done' && toMark(CheckCheck, 'Mark as done', 'done'),
    hasBegun && !isHeld && outcome !== 'missed' && toMark(UserX, 'Mark as missed', 'missed'),
    outcome !== null && toMark(Undo2, `Remove “${outcome === 'done' ? 'Done' : 'Missed'}”`, null),
    // Not before it is paid.
    !isHeld && { icon: CalendarClock, label: 'Move', task: 'move' },
    !hasBegun && { icon: CalendarX2, label: 'Cancel session', task: 'cancel' },
    ...returning,
  ];
  return actions.filter((action) => action !== false);
}

/** Returns the action that gives a session back to its package, or takes it again. */
function useReturnAction(booking: Booking): SessionAction[] {
  const { entitlement_id, returned_at, cancelled_at, outcome } = booking;
  const mark = useMark<boolean>({
    send: (is_returned, resource, param, version) =>
      resource['session-return'].$put({ param, json: { version, is_returned } }),
    describe: (isReturned) => (isReturned ? 'Returned to the package' : 'Counted as used'),
  });
  const isReturned = returned_at !== null;
  if (entitlement_id === null || !(isReturned || cancelled_at || outcome === 'missed')) return [];
  const onPress = () => mark({ booking, value: !isReturned, former: isReturned });
  return [
    isReturned
      ? { icon: PackageMinus, label: 'Count as used', onPress }
      : { icon: PackagePlus, label: 'Return to the package', onPress },
  ];
}

/**
 * A session's start in the mentor's time zone and, if it differs, in the client's on a second line.
 */
export function SessionTime({ booking, className }: { booking: Booking; className: string }) {
  const { timeZone } = useSettings();
  const { booking_date: startsAt, time_zone: own } = booking;
  return (
    <>
      <Time at={startsAt} className={className} />
      {own && own !== timeZone && isTimeZone(own) && (
        <span className="block text-sm font-normal text-muted">
          Client’s time: {formatDateAndClock(startsAt, own)}, {describeTimeZone(own, startsAt)}
        </span>
      )}
    </>
  );
}

const standingWords: Record<BookingStatus, string> = {
  upcoming: 'Upcoming',
  today: 'Today',
  past: 'Past',
  cancelled: 'Cancelled',
};

const looks = {
  gold: 'border-gold-soft text-gold',
  quiet: 'border-hairline-strong/50 text-muted',
  good: 'border-success/60 text-success',
  bad: 'border-danger/60 text-danger',
};

const toInstant = (text: string | null) => (text === null ? null : new Date(text));

const toHold = ({ held_until, cancelled_at }: Booking) => ({
  heldUntil: toInstant(held_until),
  cancelledAt: toInstant(cancelled_at),
});

/** A booking's state in words. */
export function BookingState({ booking }: { booking: Booking }) {
  const { standing, isHeld } = useBookingStatus(booking);
  const { toTime } = useMentorClock();
  const { reminders_refused_at, paid_at, is_test, outcome, held_until } = booking;
  const isToCome = standing === 'upcoming' || standing === 'today';
  const hold = toHold(booking);
  // The job that cancels it may be late.
  const isUnpaid = wasReleased(hold) || (isHeld && isHoldOver(hold, new Date()));
  const states: [text: string | false | null, look: keyof typeof looks][] = [
    [!isHeld && standingWords[standing], isToCome ? 'gold' : 'quiet'],
    [isHeld && !isUnpaid && held_until && `Held until ${toTime(held_until)}`, 'gold'],
    [isUnpaid && 'Not paid in time', 'bad'],
    [isToCome && !isHeld && reminders_refused_at && 'No reminders', 'quiet'],
    [paid_at && 'Paid', 'good'],
    [is_test && 'TEST', 'bad'],
    [outcome === 'done' && 'Done', 'good'],
    [outcome === 'missed' && 'Missed', 'bad'],
  ];
  return (
    <ul aria-label="Status" className="flex flex-wrap gap-1.5 pt-0.5">
      {states.map(
        ([text, look]) =>
          text && (
            <li
              key={text}
              className={classNames(
                'rounded-sm border px-2 py-0.5 text-xs font-semibold',
                looks[look],
              )}
            >
              {text}
            </li>
          ),
      )}
    </ul>
  );
}

export type Booking = RowOf<'bookings'>;

/** The API resources of a booking, one for each change. */
type BookingApi = AdminApi['bookings'][':id'];

/** Sends a change to the version that was read. */
type Send = (resource: BookingApi, param: { id: string }, version: number) => Promise<Response>;

/** The query key of one booking. */
export const bookingKey = (id: string) => ['bookings', 'one', id];

/** Caches and returns the booking from a response. The next change starts from it. */
async function keepSaved(queryClient: QueryClient, response: Response): Promise<Booking> {
  const saved: Booking = await response.json();
  queryClient.setQueryData(bookingKey(saved.id), saved);
  return saved;
}

interface BookingFormOptions<Schema extends z.ZodObject>
  extends Pick<EditedRecord<Booking>, 'compared'> {
  booking: Booking;
  /** The name of the form, which is part of its id. */
  name: string;
  schema: Schema;
  send: (values: z.output<Schema>, ...call: Parameters<Send>) => ReturnType<Send>;
  saved: string | ((response: Response) => Promise<string>);
  failed: string;
  onLeave: () => void;
}

/** Returns a form that changes one aspect of a booking. */
export function useBookingForm<Schema extends z.ZodObject>({
  booking,
  name,
  compared,
  send,
  onLeave,
  ...options
}: BookingFormOptions<Schema>) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const { id } = booking;
  return useAdminForm<Schema, Booking>({
    ...options,
    id: `booking-${name}-${id}`,
    table: 'bookings',
    edited: { record: booking, compared },
    async save(values, _, version = booking.version) {
      const response = await send(values, api.bookings[':id'], { id }, version);
      if (response.ok) await keepSaved(queryClient, response.clone());
      return response;
    },
    onSaved: onLeave,
    onLeft: onLeave,
  });
}

/** The new value of a mark, and the former one for Undo. */
interface Mark<Value> {
  booking: Booking;
  value: Value;
  former?: Value;
}

interface MarkOptions<Value> {
  send: (value: Value, ...call: Parameters<Send>) => ReturnType<Send>;
  /** The text of the toast. */
  describe: (value: Value) => string;
}

/** Returns a function that marks a booking with one tap and offers Undo. */
function useMark<Value>({ send, describe }: MarkOptions<Value>) {
  const queryClient = useQueryClient();
  const { mutate } = useChange({
    keys: ['bookings'],
    async send(api, { booking: { id, version }, value }: Mark<Value>) {
      const response = await send(value, api.bookings[':id'], { id }, version);
      if (response.ok) return keepSaved(queryClient, response);
      const { detail, title } = await readProblem(response);
      throw new ShownError(detail ?? title);
    },
    saved(saved: Booking, { booking, value, former }) {
      const undo = () => former !== undefined && mutate({ booking: saved, value: former });
      toast.success(describe(value), {
        id: `mark-${booking.id}`,
        description: booking.name,
        ...(former !== undefined && { action: { label: 'Undo', onClick: undo } }),
      });
    },
    failed: (error) => toast.error(error instanceof ShownError ? error.message : messageOf(error)),
  });
  return mutate;
}

/** Returns a function that marks sessions as done or missed, or removes the mark. */
export function useMarkOutcome() {
  const mark = useMark<SessionOutcome | null>({
    send: (outcome, resource, param, version) =>
      resource.outcome.$put({ param, json: { version, outcome } }),
    describe: (outcome) => (outcome ? `Marked as ${outcome}` : 'Mark removed'),
  });
  return (booking: Booking, value: SessionOutcome | null) =>
    mark({ booking, value, former: booking.outcome });
}

/** Returns a function that marks bookings as unpaid. */
export function useMarkUnpaid() {
  const mark = useMark<{ is_paid: boolean; payment_reference: string | null }>({
    send: (payment, resource, param, version) =>
      resource.payment.$put({ param, json: { version, ...payment } }),
    describe: ({ is_paid }) => (is_paid ? 'Marked as paid' : 'Marked as unpaid'),
  });
  return (booking: Booking) =>
    mark({
      booking,
      value: { is_paid: false, payment_reference: null },
      former: { is_paid: true, payment_reference: booking.payment_reference },
    });
}
