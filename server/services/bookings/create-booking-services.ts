import type { BookingSubmission } from '#domain/booking.ts';
import type { Span } from '#domain/slots.ts';
import type { Caller } from '#server/limits/limiter.ts';
import type { CalendarIdentity } from '#server/services/mail/compose-invitation.ts';
import { type BookSessionDeps, bookSession } from './book-session.ts';
import { type ChangeBookingDeps, cancelBooking, moveBooking } from './change-booking.ts';
import { deleteBooking } from './delete-booking.ts';
import {
  composeCalendarFile,
  type FindManagedBookingDeps,
  findManagedBooking,
} from './find-managed-booking.ts';
import { listFreeSlots } from './list-free-slots.ts';

type BookingServicesDeps = BookSessionDeps &
  ChangeBookingDeps &
  FindManagedBookingDeps & { calendar: CalendarIdentity };

/** The use cases of the booking desk, put together with what they work on. */
export const createBookingServices = (deps: BookingServicesDeps) => ({
  listFreeSlots: (span: Span) => listFreeSlots(deps, span),
  bookSession: (booking: BookingSubmission, visitor: Caller) => bookSession(deps, booking, visitor),
  findManagedBooking: (token: string) => findManagedBooking(deps, token),
  composeCalendarFile: (token: string) => composeCalendarFile(deps, token),
  moveBooking: (move: { id: string; slot: Date }, visitor: Caller) =>
    moveBooking(deps, move, visitor),
  cancelBooking: (booking: { id: string }, visitor: Caller) =>
    cancelBooking(deps, booking, visitor),
  deleteBooking: (booking: { id: string }) => deleteBooking(deps, booking),
});
