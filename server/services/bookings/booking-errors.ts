import { slotTaken as wording } from '#domain/booking.ts';
import { AppError } from '#server/errors.ts';

/** 409: somebody else has the slot. `freeSlots` are those of its day, where they could be asked for. */
export const slotTaken = (freeSlots?: Date[]) =>
  new AppError(409, wording.code, wording.message, {
    fieldErrors: [{ field: 'booking_date', message: wording.message }],
    ...(freeSlots && {
      extensions: { slots: freeSlots.map((startsAt) => startsAt.toISOString()) },
    }),
  });

/** 404: there is no such booking, or there is none any more. */
export const bookingNotFound = () =>
  new AppError(404, 'booking-not-found', 'This booking does not exist any more.');

/** 409: the booking can no longer be changed. */
export const bookingClosed = (userMessage: string) =>
  new AppError(409, 'booking-closed', userMessage);
