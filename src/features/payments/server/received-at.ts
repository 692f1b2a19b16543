import type { Order } from '#features/orders/server/index.ts';
import {
  mentorDay,
  mentorInstant,
  type ResolvedSettings,
} from '#features/settings/server/index.ts';
import { AppError } from '#platform/errors/errors.ts';
import { formatDay } from '#rules/calendar-day.ts';
import { addDays } from '#rules/zoned-time.ts';

/** How many days before its order a payment may have arrived: the mentor may record the order later. */
const daysBeforeOrder = 7;

/** Returns when the money of a day arrived: about noon in the mentor's zone. */
export function toReceivedAt(day: string, { booking: clock }: ResolvedSettings, now: Date): Date {
  const noon = mentorInstant(day, '12:00', clock);
  return noon < now ? noon : now;
}

/**
 * Returns when a payment arrived that the mentor records: now, or on an earlier day. Throws `invalid-day` (422)
 * for a day that has not begun or that is long before the order.
 */
export function readReceivedAt(
  day: string | null,
  { createdAt }: Order,
  settings: ResolvedSettings,
  now: Date,
): Date {
  const today = mentorDay(now, settings.booking);
  if (!day || day === today) return now;
  const first = addDays(mentorDay(createdAt, settings.booking), -daysBeforeOrder);
  if (day > today) throw invalidDay('This day is in the future.');
  if (day < first)
    throw invalidDay(`This is long before the order. Choose ${formatDay(first)} or a later day.`);
  return toReceivedAt(day, settings, now);
}

const invalidDay = (message: string) =>
  new AppError(422, 'invalid-day', message, { fieldErrors: [{ field: 'paid_on', message }] });
