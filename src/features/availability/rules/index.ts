export {
  describeHours,
  type ExceptionKind,
  exceptionKinds,
  isOnDay,
  isWholeDay,
  type SpanOfTexts,
} from './availability-exception.ts';
export {
  type BookingTerms,
  bookingState,
  changeableUntil,
  endOfBookableTime,
  findFault,
  findGraceEnd,
  findSlotFault,
  graceMinutes,
  isReminderWorthwhile,
  remindersOf,
  slotNotOffered,
  typeNotOffered,
} from './booking-rules.ts';
export { type DayTimes, findAskedDate, showTimesButton } from './day-times.ts';
export { holdReminderAt, isHoldOver, wasReleased } from './hold.ts';
export {
  type Availability,
  isOfferedSlot,
  isWithinHours,
  mergeSpans,
  usualAvailability,
} from './offered-slots.ts';
export { doOverlap, type Span, toOpening } from './slots.ts';
