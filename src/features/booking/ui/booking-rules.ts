import { createContext, use } from 'react';
import {
  type BookingWindow,
  type SessionShape,
  type SessionType,
  shapeOf,
} from '#features/booking/rules/session-shape.ts';
import type { ShownFacts } from '#server/page-context.ts';

/** What a visitor has to know of the mentor's rules to choose a time. */
export type BookingRules = Pick<
  ShownFacts['booking'],
  'timeZone' | 'timeZoneLabel' | 'openingHours' | 'bookableDays' | 'leastNoticeHours'
>;

/** What a time is chosen for. */
export interface AskedSession extends SessionShape, Nullable<BookingWindow> {
  /** Its type, by its title; '' as long as none is chosen, and an hour is looked for. */
  type: string;
  /** The booking that is to be moved, unless it is a new one. */
  bookingId?: string | undefined;
}

type Nullable<Type> = { [Key in keyof Type]: Type[Key] | null };

/** Returns the session of a type. A type that is no longer offered means an hour. */
export function toAskedSession(type: string, options: readonly SessionType[]): AskedSession {
  const option = options.find(({ title }) => title === type);
  const { leastNoticeHours = null, bookableDays = null } = option ?? {};
  return { type, ...shapeOf(option), leastNoticeHours, bookableDays };
}

const BookingRulesContext = createContext<BookingRules | undefined>(undefined);

/** Hands them to every choice of a time below. */
export const BookingRulesProvider = BookingRulesContext.Provider;

/** Returns the rules that the page's loader has read. */
export function useBookingRules(): BookingRules {
  const rules = use(BookingRulesContext);
  if (!rules) throw new Error('A time is chosen outside of a BookingRulesProvider');
  return rules;
}

/** Picks what a loader hands to {@link BookingRulesProvider}. */
export const toBookingRules = (booking: ShownFacts['booking']): BookingRules => ({
  timeZone: booking.timeZone,
  timeZoneLabel: booking.timeZoneLabel,
  openingHours: booking.openingHours,
  bookableDays: booking.bookableDays,
  leastNoticeHours: booking.leastNoticeHours,
});
