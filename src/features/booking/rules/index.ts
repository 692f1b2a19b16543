export {
  type BookingView,
  bookingChange,
  bookingContent,
  bookingForm,
  bookingNotice,
  bookingSource,
  bookingViews,
  composeNotes,
  fromNotice,
  toBookingRecord,
  tradingKnowledgeLevels,
} from './booking.ts';
export { type BookingChange, findSettlement } from './booking-change.ts';
export {
  type BookingStatus,
  type SessionOutcome,
  sessionOutcomes,
  statusOfBooking,
} from './booking-status.ts';
export {
  cancellationForm,
  joinDetailsForm,
  mentorBookingForm,
  moveForm,
  noteForm,
  paymentForm,
} from './mentor-booking.ts';
export { describeReminders } from './reminder-text.ts';
export type { Today, TodaySession } from './today.ts';
