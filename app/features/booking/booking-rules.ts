import { createContext, use } from 'react';
import type { ShownFacts } from '#server/http/page-context.ts';

/** What a visitor has to know of the mentor's rules to choose a time. */
export type BookingRules = Pick<
  ShownFacts['booking'],
  'timeZone' | 'timeZoneLabel' | 'openingHours' | 'bookableDays' | 'leastNoticeHours'
>;

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
