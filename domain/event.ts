/** An event that is still to come, as the public sees it. */
export interface UpcomingEvent {
  id: string;
  title: string;
  /** `YYYY-MM-DD`, on the mentor's calendar. */
  date: string;
  /** `HH:MM` on the mentor's clock. */
  time: string | null;
  /** The same as an instant in UTC (ISO 8601); nothing for an event without a time. */
  startsAt: string | null;
  location: string | null;
  description: string | null;
}
