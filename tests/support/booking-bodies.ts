import { randomUUID } from 'node:crypto';

/** A Monday morning in the future, both in the mentor's zone and in UTC. */
export const openingMorning = new Date('2030-01-07T08:00:00Z');

/** The evening slots of the following Tuesday: 18:00 to 23:00 in the mentor's zone. */
export const tuesdaySlots = [16, 17, 18, 19, 20, 21].map((hour) => `2030-01-08T${hour}:00:00.000Z`);
export const tuesdaySlot = '2030-01-08T16:00:00.000Z';

/** The visitor who books, unless a test names another one. */
export const visitorAddress = 'jane@example.com';

/** A valid body for `POST /api/bookings` at that time, with a new id. */
export const sessionBody = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: 'Jane Doe',
  email: visitorAddress,
  session_type: '1-on-1 Session',
  booking_date: tuesdaySlot,
  meeting_type: 'Zoom',
  trading_knowledge: 'Beginner',
  notes: 'Goals: Patience\nTopics: Not provided',
  time_zone: 'America/New_York',
  ...changes,
});

/** The notification or fallback of the same booking, as the page sends it. */
export const sessionNotice = ({
  booking_date,
  notes,
  ...body
}: ReturnType<typeof sessionBody>) => ({
  ...body,
  source: 'New Mentorship Booking',
  booking_date: 'Tuesday, 8 January 2030',
  starts_at: booking_date,
  trading_goals: /Goals: (.*)/.exec(String(notes))?.[1] ?? '',
  topics_to_cover: '',
});
