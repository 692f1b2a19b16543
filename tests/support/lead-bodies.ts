import { randomUUID } from 'node:crypto';

/** A valid body for `POST /api/leads`, with a new id. */
export const contactBody = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  name: 'Jane Doe',
  email: 'jane@example.com',
  source: 'Contact Form Submission',
  message: 'I would like to learn more.\nWhere do I begin?',
  ...changes,
});

/** A booking in the format of `/contact.php`. */
export const bookingBody = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  source: 'New Mentorship Booking',
  name: 'Jane Doe',
  email: 'jane@example.com',
  booking_date: 'Monday, 23 November 2026 at 22:00',
  session_type: 'Intro Call',
  meeting_type: 'Zoom',
  trading_knowledge: 'Beginner',
  trading_goals: '',
  topics_to_cover: '',
  ...changes,
});
