import type { BookingDeps } from '#features/booking/server/index.ts';
import type { Journal } from './journal/journal.ts';

/** What receiving a submission works on. */
export interface SubmissionDeps extends BookingDeps {
  journal: Journal;
  wakeReplayer: () => void;
  /**
   * How long a submission waits in the journal for the database before this process mails it without,
   * in milliseconds: another process may have stored and mailed it.
   */
  mailAloneAfterMs: number;
}
