/** Why a calendar could not be read, in words for the mentor. */
export class CalendarError extends Error {
  override readonly name = 'CalendarError';
}
