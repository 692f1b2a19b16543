export { bookIncluded, type IncludedSession } from './book-included.ts';
export {
  type BookingToStore,
  conflictKey,
  heldNoticeKey,
  isHandled,
  storeBooking,
} from './book-session.ts';
export type { BookingDeps, BookingOrders } from './booking-deps.ts';
export { createBookings } from './bookings-resource.ts';
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
export { findManagedBooking } from './find-managed-booking.ts';
export {
  confirmPaidBooking,
  extendHold,
  releaseEndedHolds,
  releaseHold,
  sendHoldReminder,
} from './hold-session.ts';
export {
  bookingMailPayload,
  bookingReminderPayload,
  holdReminderPayload,
} from './mail-payloads.ts';
export { createManageLinks, type ManageLinks } from './manage-links.ts';
export {
  findLastOfPackage,
  findLockedBooking,
  findTrashedBooking,
  isBookingIdTaken,
  markBookingUnpaid,
  spendSession,
  unlessTaken,
  untrashBooking,
} from './queries/bookings.ts';
export { bookingMailPrefix, followReminders, scheduleReminders } from './queue-booking-mails.ts';
export { toRequestedSession } from './requested-session.ts';
export { sendBookingMail, sendBookingReminder } from './send-booking-mail.ts';
export { createUnsubscribe } from './unsubscribe-resource.ts';
