import { createContext, use } from 'react';
import {
  type BookingWindow,
  type SessionShape,
  type SessionType,
  shapeOf,
} from '#rules/session-shape.ts';
import type { PublicSettings } from '#server/page-context.ts';

/** The mentor's booking rules that a visitor needs to choose a time. */
export type BookingRules = Pick<
  PublicSettings['booking'],
  'timeZone' | 'timeZoneLabel' | 'openingHours' | 'bookableDays' | 'leastNoticeHours'
>;

/** The session that a time is chosen for. */
export interface RequestedSession extends SessionShape, Nullable<BookingWindow> {
  /** The title of its type; '' until one is chosen. Then a length of an hour is assumed. */
  type: string;
  /** The booking to move; undefined for a new one. */
  bookingId?: string | undefined;
  /** Whether its length was bought, whatever its type says now. */
  isLengthBought?: boolean;
}

type Nullable<Type> = { [Key in keyof Type]: Type[Key] | null };

/** Returns the session of a type. A type that is no longer offered counts as an hour. */
export function findRequestedSession(
  type: string,
  options: readonly SessionType[],
): RequestedSession {
  const option = options.find(({ title }) => title === type);
  const { leastNoticeHours = null, bookableDays = null } = option ?? {};
  return { type, ...shapeOf(option), leastNoticeHours, bookableDays };
}

const BookingRulesContext = createContext<BookingRules | undefined>(undefined);

/** Provides the booking rules to all time pickers inside. */
export const BookingRulesProvider = BookingRulesContext.Provider;

/**
 * Returns the rules that the page's loader has read. Throws outside a {@link BookingRulesProvider}.
 */
export function useBookingRules(): BookingRules {
  const rules = use(BookingRulesContext);
  if (!rules) throw new Error('useBookingRules needs a BookingRulesProvider around it');
  return rules;
}

/** Picks the rules for {@link BookingRulesProvider} from a loader's settings. */
export const toBookingRules = (booking: PublicSettings['booking']): BookingRules => ({
  timeZone: booking.timeZone,
  timeZoneLabel: booking.timeZoneLabel,
  openingHours: booking.openingHours,
  bookableDays: booking.bookableDays,
  leastNoticeHours: booking.leastNoticeHours,
});
