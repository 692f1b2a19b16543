import { randomUUID } from 'node:crypto';

/** A Monday morning long from now, in the mentor's zone as in UTC. */
export const openingMorning = new Date('2030-01-07T08:00:00Z');

/** The evening slots of the Tuesday after it: 18:00 to 23:00 on the mentor's clock. */
export const tuesdaySlots = [16, 17, 18, 19, 20, 21].map((hour) => `2030-01-08T${hour}:00:00.000Z`);
export const tuesdaySlot = '2030-01-08T16:00:00.000Z';

/** Who books, unless a test says otherwise. */
export const visitorAddress = 'jane@example.com';

/** A body of `POST /api/bookings` that is in order at that time, with an id of its own. */
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

/** The notification or fallback of the same words, as the booking page sends it. */
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
