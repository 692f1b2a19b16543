export {
  type BookingRules,
  BookingRulesProvider,
  findRequestedSession,
  toBookingRules,
  useBookingRules,
} from './booking-rules.ts';
export { SlotPicker } from './slot-picker.tsx';
export { describeFreeTimes, describeSession } from './slot-text.ts';
