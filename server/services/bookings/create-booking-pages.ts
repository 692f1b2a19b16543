import { randomUUID } from 'node:crypto';
import { AppError, invalidBody } from '#server/errors.ts';
import type { Outcome, PageServices } from '#server/http/page-context.ts';
import { bookingNotFound } from './booking-errors.ts';
import type { createBookingServices } from './create-booking-services.ts';

type BookingPages = Pick<
  PageServices,
  'bookSession' | 'findBooking' | 'composeCalendarFile' | 'moveBooking' | 'cancelBooking'
>;

/** The booking desk as its pages use it: by private links, with refusals as answers. */
export function createBookingPages(desk: ReturnType<typeof createBookingServices>): BookingPages {
  async function requireId(token: string): Promise<string> {
    const booking = await desk.findManagedBooking(token);
    if (!booking) throw bookingNotFound();
    return booking.id;
  }

  return {
    bookSession: (content) =>
      toOutcome(async () => {
        const { managePath } = await desk.bookSession({ id: randomUUID(), ...content });
        return { managePath };
      }),
    async findBooking(token) {
      const found = await desk.findManagedBooking(token);
      if (!found) return undefined;
      // What the page does not show, its visitor's browser need not hold.
      const { id: _, ...booking } = found;
      return booking;
    },
    composeCalendarFile: desk.composeCalendarFile,
    moveBooking: (token, text) =>
      toOutcome(async () => {
        const slot = new Date(text);
        if (Number.isNaN(slot.getTime())) {
          throw invalidBody([{ field: 'booking_date', message: 'A time is required.' }]);
        }
        await desk.moveBooking({ id: await requireId(token), slot });
        return {};
      }),
    cancelBooking: (token) =>
      toOutcome(async () => {
        await desk.cancelBooking({ id: await requireId(token) });
        return {};
      }),
  };
}

/** A refusal is an answer that the page shows; only what nobody foresaw is thrown. */
async function toOutcome<Done extends object>(work: () => Promise<Done>): Promise<Outcome<Done>> {
  try {
    return { isDone: true, ...(await work()) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { userMessage: message, status, extensions } = error;
    const slots = Array.isArray(extensions.slots) ? extensions.slots.map(String) : undefined;
    return { isDone: false, message, status, ...(slots && { slots }) };
  }
}
