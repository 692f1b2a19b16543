/* Separate from the time zone arithmetic, which browsers load late. */

/**
 * The possible distances between session starts, in minutes. Opening hours consist of full hours.
 */
export const startGrids = [15, 30, 60] as const;

/** The time that a session takes, in minutes. */
export interface SessionShape {
  minutes: number;
  /** Sessions start at multiples of this within the hour; a shorter session takes this long. */
  gridMinutes: number;
  /** The time that stays free after it, before the next session. */
  gapMinutes: number;
}

/** A session of an hour, on the hour. */
export const hourSession: SessionShape = { minutes: 60, gridMinutes: 60, gapMinutes: 0 };

/** How soon and how far ahead sessions can be booked. */
export interface BookingWindow {
  bookableDays: number;
  /** The minimum notice, in hours. */
  leastNoticeHours: number;
}

/** The rules of a session type. Null means the rule of all sessions. */
export interface SessionType extends SessionShape {
  title: string;
  leastNoticeHours: number | null;
  bookableDays: number | null;
}

/** How a booking names the type of its session. */
export interface NamedType {
  /** Its title when it was booked. */
  sessionType: string;
  /** Null for bookings from before types had ids. */
  sessionTypeId?: string | null;
}

/** Returns the type of a session, whatever it is called now. Without an id, the one with the title. */
export const findSessionType = <Type extends { id: string; title: string }>(
  { sessionType, sessionTypeId }: NamedType,
  types: readonly Type[],
): Type | undefined =>
  types.find(({ id, title }) => (sessionTypeId ? id === sessionTypeId : title === sessionType));

/** Returns how soon and how far ahead a session type can be booked. */
export const windowOf = (
  type: Pick<SessionType, 'leastNoticeHours' | 'bookableDays'> | undefined,
  { bookableDays, leastNoticeHours }: BookingWindow,
): BookingWindow => ({
  bookableDays: type?.bookableDays ?? bookableDays,
  leastNoticeHours: type?.leastNoticeHours ?? leastNoticeHours,
});

/**
 * Returns the time that a session of this type takes. `minutes` is the booked length, if it
 * differs. An unknown type takes an hour, on the hour.
 */
export const shapeOf = (
  type: SessionShape | undefined,
  minutes: number | null = null,
): SessionShape => ({
  minutes: minutes ?? type?.minutes ?? hourSession.minutes,
  gridMinutes: type?.gridMinutes ?? hourSession.gridMinutes,
  gapMinutes: type?.gapMinutes ?? hourSession.gapMinutes,
});
