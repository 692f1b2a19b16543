/** Why a calendar could not be read, in words for the mentor. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
}

/** Returns why a part of a calendar could not be read, in words for the mentor. */
export const reasonOf = (error: unknown): string =>
  error instanceof CalendarError ? error.message : 'It is damaged.';
