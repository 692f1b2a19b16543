import { randomUUID } from 'node:crypto';
import { invalidBody } from '#server/errors.ts';
import type { PageServices } from '#server/http/page-context.ts';
import { toOutcome } from '#server/services/to-outcome.ts';
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
    bookSession: (content, visitor) =>
      toOutcome(async () => {
        const booking = { id: randomUUID(), ...content };
        const { managePath } = await desk.bookSession(booking, visitor);
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
    moveBooking: (token, text, visitor) =>
      toOutcome(async () => {
        const slot = new Date(text);
        if (Number.isNaN(slot.getTime())) {
          throw invalidBody([{ field: 'booking_date', message: 'A time is required.' }]);
        }
        await desk.moveBooking({ id: await requireId(token), slot }, visitor);
        return {};
      }),
    cancelBooking: (token, visitor) =>
      toOutcome(async () => {
        await desk.cancelBooking({ id: await requireId(token) }, visitor);
        return {};
      }),
  };
}
