import {
  type MentorshipSession,
  type Offers,
  toSessionTerms,
} from '#features/availability/server/index.ts';
import type { BookingContent } from '#features/booking/rules/booking.ts';
import { toStoredPhone } from '#rules/phone-number.ts';

/** Returns the session that a visitor requests, on the current terms. */
export const toRequestedSession = (
  id: string,
  content: BookingContent,
  offers: Offers,
): MentorshipSession => ({
  id,
  name: content.name,
  email: content.email,
  phone: content.phone ? toStoredPhone(content.phone) : null,
  ...toSessionTerms(content.sessionType, offers),
  startsAt: content.startsAt,
  meetingType: content.meetingType,
  tradingKnowledge: content.tradingKnowledge,
  notes: content.notes,
  timeZone: content.timeZone,
  joinDetails: null,
});
