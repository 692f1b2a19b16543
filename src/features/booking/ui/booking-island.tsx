import type { ComponentProps } from 'react';
import { type BookingRules, BookingRulesProvider } from '#features/availability/ui/index.ts';
import { BookingSection } from './booking-section.tsx';

type BookingIslandProps = ComponentProps<typeof BookingSection> & { rules: BookingRules };

/** The island of the page that books a session. */
export const BookingIsland = ({ rules, ...props }: BookingIslandProps) => (
  <BookingRulesProvider value={rules}>
    <BookingSection {...props} />
  </BookingRulesProvider>
);
