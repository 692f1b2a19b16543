import { tooManySessions } from '#server/limits/limits.ts';
import { slotTaken } from '#server/services/bookings/booking-errors.ts';
import { composeNotice } from '#server/services/mail/compose-notice.ts';
import { type ReplayDeps, storeSubmission } from './replay-submission.ts';
import type { Submission } from './submission.ts';

/** How long a visitor waits for the mail server when nothing else is left, in milliseconds. With the
 *  waits for the database before it, this ends before the page gives up (10 seconds). */
const mailTimeoutMs = 5_000;

/**
 * The last resort, with a journal that cannot be written (a full or read-only disk): the
 * database if it is there after all, else the mail server, while the visitor waits.
 * Throws `slot-taken` when somebody else has the slot, `too-many-sessions`, and when neither took
 * it in time; the mail may still go out after that.
 */
export async function deliverWithoutJournal(deps: ReplayDeps, sent: Submission): Promise<void> {
  const receivedAt = new Date();
  const outcome = await storeSubmission(deps, sent, receivedAt).catch(() => 'failed');
  if (outcome === 'stored') return;
  if (outcome === 'taken') throw slotTaken();
  if (outcome === 'too-many') throw tooManySessions();
  const mail = await composeNotice(sent, { ...deps, receivedAt });
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`The mail server did not take it within ${mailTimeoutMs} ms`)),
    mailTimeoutMs,
  );
  await Promise.race([deps.deliverOnce(mail), late]).finally(() => clearTimeout(timer));
}
