import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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

/** Returns what a booking says now, where it was changed before this change came. */
async function readCurrent(response: Response): Promise<Booking | undefined> {
  if (response.status !== 409) return undefined;
  const { code, current } = await readProblem(response.clone());
  return code === 'edited-elsewhere' ? (current as Booking | undefined) : undefined;
}

const isSame = (one: Booking, other: Booking, about: readonly (keyof Booking)[]) =>
  about.every((name) => one[name] === other[name]);

/**
 * Sends a change; when the booking was changed meanwhile, but nothing that this one is about, it is
 * sent again. Returns the answer, and what the booking says where both have changed the same.
 */
async function sendChange(
  api: AdminApi,
  { read, about, send }: { read: Booking; about: readonly (keyof Booking)[]; send: Send },
) {
  const resource = api.bookings[':id'];
  const param = { id: read.id };
  const response = await send(resource, param, read.version);
  const current = await readCurrent(response);
  if (!current) return { response };
  if (!isSame(current, read, about)) return { response, current };
  return { response: await send(resource, param, current.version) };
}

/** Which answer of the API holds one booking. */
export const bookingKey = (id: string) => ['bookings', 'one', id];

/** Returns the booking that a change was answered with, which the next change is made from at once. */
async function keepSaved(queryClient: QueryClient, response: Response): Promise<Booking> {
  const saved: Booking = await response.json();
  queryClient.setQueryData(bookingKey(saved.id), saved);
  return saved;
}

interface FormOptions<Schema extends z.ZodObject> {
  booking: Booking;
  /** Which form of the booking it is. */
  name: string;
  schema: Schema;
  send: (values: z.output<Schema>, ...call: Parameters<Send>) => ReturnType<Send>;
  saved: string;
  failed: string;
  onLeave: () => void;
}

interface BookingFormOptions<Schema extends z.ZodObject>
  extends FormOptions<Schema>,
    Omit<EditedRecord<Booking>, 'record'> {}

/** Returns a form that changes words of a booking. */
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

interface SessionFormOptions<Schema extends z.ZodObject> extends FormOptions<Schema> {
  /** What it is about: only when somebody else has changed this is the mentor asked. */
  about: readonly (keyof Booking)[];
}

/**
 * Returns a form that changes when a session is, or that it is. `changed` is what the booking says
 * now, where somebody else has changed the same.
 */
export function useSessionForm<Schema extends z.ZodObject>({
  booking,
  name,
  about,
  send,
  onLeave,
  ...options
}: SessionFormOptions<Schema>) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const [read, setRead] = useState(booking);
  const [changed, setChanged] = useState<Booking>();
  const form = useAdminForm({
    ...{ ...options, id: `booking-${name}-${booking.id}`, table: 'bookings' },
    async save(values) {
      const { response, current } = await sendChange(api, {
        ...{ read: isSame(booking, read, about) ? booking : read, about },
        send: (...call) => send(values, ...call),
      });
      if (response.ok) await keepSaved(queryClient, response.clone());
      if (current) {
        // Whoever has seen both and sends again means it.
        setRead(current);
        setChanged(current);
      }
      return response;
    },
    ...{ onSaved: onLeave, onLeft: onLeave },
  });
  return { ...form, changed };
}

interface Mark {
  booking: Booking;
  about: readonly (keyof Booking)[];
  send: Send;
  /** What is said when it is done. */
  done: string;
}

/** Returns what marks bookings at a press, with a way back: `undo` makes a mark of what is saved then. */
function useMarks() {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    async mutationFn({ booking: read, about, send }: Mark & { undo?: (saved: Booking) => Mark }) {
      const { response } = await sendChange(api, { read, about, send });
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
  done: outcome ? `Marked as ${outcome}` : 'The mark is taken back',
});

/** Returns what says whether sessions have taken place. */
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
  done: payment.is_paid ? 'Marked as paid' : 'Marked as not paid',
});

/** Returns what says that bookings are not paid after all. */
export function useTakeBackPayment() {
  const mark = useMarks();
  return (booking: Booking) =>
    mark({
      ...paymentMark(booking, { is_paid: false, payment_reference: null }),
      undo: (saved) =>
        paymentMark(saved, { is_paid: true, payment_reference: booking.payment_reference }),
    });
}
