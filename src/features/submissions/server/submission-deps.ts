import type { BookingDeps } from '#features/booking/server/index.ts';
import type { LeadDeps } from '#features/leads/server/index.ts';
import type { Journal } from './journal/journal.ts';

/** The dependencies for receiving submissions. */
export interface SubmissionDeps extends BookingDeps {
  orders: BookingDeps['orders'] & LeadDeps['orders'];
  journal: Journal;
  wakeReplayer: () => void;
  /**
   * How long a submission waits in the journal for the database before this process emails it
   * directly, in milliseconds: another process may have stored and emailed it.
   */
  mailAloneAfterMs: number;
}
