/* Apart from the arithmetic of time zones, which browsers load late. */

/** How far apart sessions can begin, in minutes. An hour is what opening hours are made of. */
export const startGrids = [15, 30, 60] as const;

/** How much of the mentor's time a session takes, in minutes. */
export interface SessionShape {
  minutes: number;
  /** Sessions begin on the hour, or on every so many minutes of it; a shorter session takes as much. */
  gridMinutes: number;
  /** What stays free after it, and before the next one. */
  gapMinutes: number;
}

/** A session of an hour, on the hour. */
export const hourSession: SessionShape = { minutes: 60, gridMinutes: 60, gapMinutes: 0 };

/** How soon and how far ahead sessions can be booked. */
export interface BookingWindow {
  bookableDays: number;
  /** A session is booked at least so many hours before it begins. */
  leastNoticeHours: number;
}

/** The rules of a kind of session. Of what is null, those of all sessions hold. */
export interface SessionType extends SessionShape {
  title: string;
  leastNoticeHours: number | null;
  bookableDays: number | null;
}

/** Returns how soon and how far ahead a kind of session can be booked. */
export const windowOf = (
  type: Pick<SessionType, 'leastNoticeHours' | 'bookableDays'> | undefined,
  { bookableDays, leastNoticeHours }: BookingWindow,
): BookingWindow => ({
  bookableDays: type?.bookableDays ?? bookableDays,
  leastNoticeHours: type?.leastNoticeHours ?? leastNoticeHours,
});

/**
 * Returns how much time a session of this type takes: `minutes` are its own where it was booked with
 * others. A type that is not offered is an hour, on the hour.
 */
export const shapeOf = (
  type: SessionShape | undefined,
  minutes: number | null = null,
): SessionShape => ({
  minutes: minutes ?? type?.minutes ?? hourSession.minutes,
  gridMinutes: type?.gridMinutes ?? hourSession.gridMinutes,
  gapMinutes: type?.gapMinutes ?? hourSession.gapMinutes,
});
