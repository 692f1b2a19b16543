export { createAvailabilityExceptions, createBusyCalendars } from './availability-resource.ts';
export { conflictKey, heldNoticeKey, isHandled, storeBooking } from './book-session.ts';
export type { BookingDeps, BookingOrders } from './booking-deps.ts';
export { createAvailability, createBookings } from './bookings-resource.ts';
export { createCalendarAddress, createCalendarFeed } from './calendar-feed-resource.ts';
export type { CalendarNetwork } from './calendars/download-calendar.ts';
export {
  bookingNotFound,
  checkBooking,
  hasAllSessions,
  notOffered,
  readSessionAvailability,
  requireMailboxAllowance,
  slotTaken,
  toTerms,
} from './check-booking.ts';
export { composeBookingMail } from './compose-booking-mail.ts';
export { createBookingServices } from './create-booking-services.ts';
export type { findManagedBooking } from './find-managed-booking.ts';
export {
  confirmPaidBooking,
  extendHold,
  releaseEndedHolds,
  releaseHold,
  sendHoldReminder,
} from './hold-session.ts';
export { createManageLinks, type ManageLinks } from './manage-links.ts';
export { toRequestedSession } from './mentorship-session.ts';
export { keepHours } from './queries/availability.ts';
export {
  type Booking,
  findBooking,
  findLockedBooking,
  findTrashedBooking,
  isBookingIdTaken,
  listBookingsFrom,
  listLiveBookings,
  markBookingUnpaid,
  unlessTaken,
  untrashBooking,
} from './queries/bookings.ts';
export { bookingMailPrefix, followReminders, scheduleReminders } from './queue-booking-mails.ts';
export { sendBookingMail, sendBookingReminder } from './send-booking-mail.ts';
export { isTimeTaken, sessionSpan } from './session-time.ts';
export { createUnsubscribe } from './unsubscribe-resource.ts';
export { createAvailabilityServices } from './create-availability-services.ts';
export { createCalendarServices } from './create-calendar-services.ts';
