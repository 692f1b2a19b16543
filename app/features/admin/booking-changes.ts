import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { toast } from '#app/ui/toast.ts';
import type { SessionOutcome } from '#domain/booking-standing.ts';
import type { z } from '#domain/zod.ts';
import { messageOf } from '../auth/query-client.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';
import { readProblem, ShownError } from '../forms/problem.ts';
import { useAdminForm } from './admin-form.tsx';
import type { EditedRecord } from './conflict-panel.tsx';
import { useChange } from './requests.ts';
import type { RowOf } from './use-records.ts';

export type Booking = RowOf<'bookings'>;

/** The resources below a booking, one for each change. */
type BookingApi = AdminApi['bookings'][':id'];

/** Sends a change of the version that was read. */
type Send = (resource: BookingApi, param: { id: string }, version: number) => Promise<Response>;

/** Which answer of the API holds one booking. */
export const bookingKey = (id: string) => ['bookings', 'one', id];

/** Returns the booking that a change was answered with; the next change starts from it. */
async function keepSaved(queryClient: QueryClient, response: Response): Promise<Booking> {
  const saved: Booking = await response.json();
  queryClient.setQueryData(bookingKey(saved.id), saved);
  return saved;
}

interface BookingFormOptions<Schema extends z.ZodObject>
  extends Pick<EditedRecord<Booking>, 'compared'> {
  booking: Booking;
  /** Which form of the booking it is. */
  name: string;
  schema: Schema;
  send: (values: z.output<Schema>, ...call: Parameters<Send>) => ReturnType<Send>;
  saved: string;
  failed: string;
  onLeave: () => void;
}

/** Returns a form that changes one thing of a booking. */
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
    ...{ ...options, id: `booking-${name}-${id}`, table: 'bookings' },
    edited: { record: booking, compared },
    async save(values, _, version = booking.version) {
      const response = await send(values, api.bookings[':id'], { id }, version);
      if (response.ok) await keepSaved(queryClient, response.clone());
      return response;
    },
    ...{ onSaved: onLeave, onLeft: onLeave },
  });
}

/** What a tap marks, and the same call with the former value for Undo. */
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

/** Returns what marks a booking with one tap and offers Undo. */
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
        ...{ id: `mark-${booking.id}`, description: booking.name },
        ...(former !== undefined && { action: { label: 'Undo', onClick: undo } }),
      });
    },
    failed: (error) => toast.error(error instanceof ShownError ? error.message : messageOf(error)),
  });
  return mutate;
}

/** Returns what marks sessions as done or missed, or removes the mark. */
export function useMarkOutcome() {
  const mark = useMark<SessionOutcome | null>({
    send: (outcome, resource, param, version) =>
      resource.outcome.$put({ param, json: { version, outcome } }),
    describe: (outcome) => (outcome ? `Marked as ${outcome}` : 'Mark removed'),
  });
  return (booking: Booking, value: SessionOutcome | null) =>
    mark({ booking, value, former: booking.outcome });
}

/** Returns what marks bookings as unpaid. */
export function useTakeBackPayment() {
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
