export { exceptionKinds } from './availability-exception.ts';
export {
  bookingChange,
  bookingContent,
  bookingForm,
  bookingNotice,
  bookingSource,
  composeNotes,
  fromNotice,
  meetingTypes,
  toBookingRecord,
  tradingKnowledgeLevels,
} from './booking.ts';
export type { BookingChange } from './booking-change.ts';
export { graceMinutes } from './booking-rules.ts';
export { sessionOutcomes } from './booking-status.ts';
export type { UnreadEvent } from './busy-calendar.ts';
export { type DayTimes, findAskedDate, showTimesButton } from './day-times.ts';
export { type CallLink, toCallLink } from './free-call.ts';
export { findJoinDetails, findJoinLink, joinDetails } from './joining.ts';
export { usualAvailability } from './offered-slots.ts';
export { describeReminders } from './reminder-text.ts';
export { startGrids } from './session-shape.ts';
export type { FailedMail, Today, TodaySession } from './today.ts';
