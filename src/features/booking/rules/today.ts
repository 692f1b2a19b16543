/** The response of `GET /api/today`. Instants are ISO 8601 in UTC. */
export interface Today {
  /** The date in the mentor's time zone, `YYYY-MM-DD`. */
  day: string;
  /** Sessions of today and tomorrow, or the next one if there are none. */
  sessions: TodaySession[];
}

export interface TodaySession {
  id: string;
  name: string;
  email: string | null;
  /** The booking's phone number, or the one from the client's latest inquiry. */
  phone: string | null;
  session_type: string;
  meeting_type: string;
  booking_date: string;
  ends_at: string;
  /** Until when its payment is awaited; null once it is confirmed. */
  held_until: string | null;
  time_zone: string | null;
  /** A link, a number or a short text. */
  joining: string | null;
}
