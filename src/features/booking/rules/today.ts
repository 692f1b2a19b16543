/** What `GET /api/today` returns. Instants are ISO 8601 in UTC. */
export interface Today {
  /** The mentor's day, `YYYY-MM-DD`. */
  day: string;
  /** Sessions of today and tomorrow, or the next one if there are none. */
  sessions: TodaySession[];
}

export interface TodaySession {
  id: string;
  name: string;
  email: string | null;
  /** The booking's own number, or the one from the client's latest inquiry. */
  phone: string | null;
  session_type: string;
  meeting_type: string;
  booking_date: string;
  ends_at: string;
  /** Until when its payment is awaited; null once it is confirmed. */
  held_until: string | null;
  time_zone: string | null;
  /** A link, a number or a few words. */
  joining: string | null;
}

/** A mail that was given up. */
export interface FailedMail {
  key: string;
  recipient: string;
  subject: string;
  attempts: number;
  last_error: string | null;
  created_at: string;
  /** Whether its content is known, so that it can be sent again. */
  is_resendable: boolean;
}
