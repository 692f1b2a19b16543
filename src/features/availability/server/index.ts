export { createAvailability, createAvailabilityExceptions } from './availability-resource.ts';
export { createAvailabilityServices } from './create-availability-services.ts';
export { listFreeOnDay, listFreeSlots } from './list-free-slots.ts';
export {
  type MentorshipSession,
  minutesOf,
  type Offers,
  shapeOfSession,
  toSessionTerms,
  windowOfSession,
} from './mentorship-session.ts';
export { keepHours, lockHours, readAvailability } from './queries/availability.ts';
export {
  type Booking,
  findBooking,
  isLive,
  isThis,
  listBookingsFrom,
  listLiveBookings,
} from './queries/live-bookings.ts';
export {
  isTimeTaken,
  listSessionsWithin,
  sessionSpan,
  type Timed,
  takenSpan,
} from './session-time.ts';
