/** Says how many sessions of what was bought are not booked yet. */
export const describeSessionsToBook = (left: number): string =>
  left === 1 ? 'You have one session to book.' : `You have ${left} sessions to book.`;
