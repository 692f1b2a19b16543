export { BookingsTab } from './admin/bookings-tab.tsx';
export { UnreadCalendars } from './admin/busy-calendars.tsx';
export { BookingIsland } from './booking-island.tsx';
export { BookingRulesProvider, toBookingRules } from './booking-rules.ts';
export { changeDraftId, ManagedBooking, type Refusal } from './managed-booking.tsx';
export { describeFreeTimes } from './slot-text.ts';
