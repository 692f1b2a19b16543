import { useSearchParams } from 'react-router';

/** What can be open beside the list of bookings: one of them, something to do with it, or a new one. */
export interface OpenBooking {
  booking?: string;
  do?: BookingTask;
  add?: '';
}

/** What is done with a booking in a form of its own. */
export const bookingTasks = ['move', 'cancel', 'payment', 'note', 'join'] as const;
export type BookingTask = (typeof bookingTasks)[number];

const names = ['booking', 'do', 'add'] as const;

/** Returns what makes links within the tab: what is open changes, the view stays. */
export function useBookingPath(): (open: OpenBooking) => string {
  const [params] = useSearchParams();
  return (open) => {
    const next = new URLSearchParams(params);
    for (const name of names) next.delete(name);
    for (const [name, value] of Object.entries(open)) next.set(name, value);
    return `?${next}`;
  };
}
