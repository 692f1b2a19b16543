import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#app/ui/toast.ts';
import type { SessionOutcome } from '#domain/booking-outcome.ts';
import type { z } from '#domain/zod.ts';
import { messageOf } from '../auth/query-client.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';
import { readProblem, ShownError } from '../forms/problem.ts';
import { useAdminForm } from './admin-form.tsx';
import type { EditedRecord } from './use-conflict.ts';
import type { RowOf } from './use-records.ts';

export type Booking = RowOf<'bookings'>;

/** What can be changed of a booking: each a resource of its own. */
type BookingApi = AdminApi['bookings'][':id'];

/** Sends a change of the version that was read. */
type Send = (resource: BookingApi, param: { id: string }, version: number) => Promise<Response>;

/** Sends a mark; if the booking was changed meanwhile in something else, sends it again. */
async function sendMark(api: AdminApi, { booking, about, send }: Mark): Promise<Response> {
  const resource = api.bookings[':id'];
  const param = { id: booking.id };
  const response = await send(resource, param, booking.version);
  if (response.status !== 409) return response;
  const { code, current } = await readProblem(response.clone());
  const saved = code === 'edited-elsewhere' ? (current as Booking) : undefined;
  const isSame = saved && about.every((name) => saved[name] === booking[name]);
  return isSame ? send(resource, param, saved.version) : response;
}

/** Which answer of the API holds one booking. */
export const bookingKey = (id: string) => ['bookings', 'one', id];

/** Returns the booking that a change was answered with; the next change starts from it. */
async function keepSaved(queryClient: QueryClient, response: Response): Promise<Booking> {
  const saved: Booking = await response.json();
  queryClient.setQueryData(bookingKey(saved.id), saved);
  return saved;
}

interface BookingFormOptions<Schema extends z.ZodObject>
  extends Omit<EditedRecord<Booking>, 'record'> {
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
  toTexts,
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
    edited: { record: booking, toTexts, compared },
    async save(values, _, version = booking.version) {
      const response = await send(values, api.bookings[':id'], { id }, version);
      if (response.ok) await keepSaved(queryClient, response.clone());
      return response;
    },
    ...{ onSaved: onLeave, onLeft: onLeave },
  });
}

interface Mark {
  booking: Booking;
  about: readonly (keyof Booking)[];
  send: Send;
  /** The text of the toast. */
  done: string;
}

/** Returns what marks bookings with one tap and offers Undo: `undo` makes the opposite mark of what was saved. */
function useMarks() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    async mutationFn(mark: Mark & { undo?: (saved: Booking) => Mark }) {
      const response = await sendMark(api, mark);
      if (!response.ok) {
        const { detail, title } = await readProblem(response);
        throw new ShownError(detail ?? title);
      }
      return keepSaved(queryClient, response);
    },
    onSuccess(saved, { booking, done, undo }) {
      const action = undo && { label: 'Undo', onClick: () => mutate(undo(saved)) };
      toast.success(done, {
        ...{ id: `mark-${booking.id}`, description: booking.name },
        ...(action && { action }),
      });
    },
    onError: (error) => toast.error(error instanceof ShownError ? error.message : messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  });
  return mutate;
}

const outcomeMark = (booking: Booking, outcome: SessionOutcome | null): Mark => ({
  booking,
  about: ['outcome'],
  send: (resource, param, version) => resource.outcome.$put({ param, json: { version, outcome } }),
  done: outcome ? `Marked as ${outcome}` : 'Mark removed',
});

/** Returns what marks sessions as done or missed, or removes the mark. */
export function useMarkOutcome() {
  const mark = useMarks();
  return (booking: Booking, outcome: SessionOutcome | null) =>
    mark({
      ...outcomeMark(booking, outcome),
      undo: (saved) => outcomeMark(saved, booking.outcome),
    });
}

const paymentMark = (
  booking: Booking,
  payment: { is_paid: boolean; payment_reference: string | null },
): Mark => ({
  booking,
  about: ['paid_at', 'payment_reference'],
  send: (resource, param, version) =>
    resource.payment.$put({ param, json: { version, ...payment } }),
  done: payment.is_paid ? 'Marked as paid' : 'Marked as unpaid',
});

/** Returns what marks bookings as unpaid. */
export function useTakeBackPayment() {
  const mark = useMarks();
  return (booking: Booking) =>
    mark({
      ...paymentMark(booking, { is_paid: false, payment_reference: null }),
      undo: (saved) =>
        paymentMark(saved, { is_paid: true, payment_reference: booking.payment_reference }),
    });
}
