import { describeError } from '#server/errors.ts';
import type { Journal } from '#server/journal/journal.ts';
import type { PendingSubmission } from '#server/journal/records.ts';
import type { Logger } from '#server/logger.ts';
import type { DeliverOnce } from '#server/mail/deliver-once.ts';
import { type Conflict, reportConflict } from '#server/services/bookings/report-conflict.ts';
import {
  conflictKey,
  type StoreBookingDeps,
  storeBooking,
} from '#server/services/bookings/store-booking.ts';
import { storeLead } from '#server/services/leads/store-lead.ts';
import type { CalendarIdentity } from '#server/services/mail/compose-invitation.ts';
import { composeNotice } from '#server/services/mail/compose-notice.ts';
import { deriveId, noticeKey, type Submission, submission } from './submission.ts';

export interface ReplayDeps extends StoreBookingDeps {
  calendar: CalendarIdentity;
  journal: Pick<Journal, 'isMailed' | 'settle'>;
  deliverOnce: DeliverOnce;
  log: Logger;
}

/** What one round over the journal has learned, so that a dead mail server is tried once a round. */
export interface ReplayRound {
  isMailDown: boolean;
}

/**
 * Carries one submission on: into the database if that answers, which then queues the mail;
 * else to the mail server at once, and into the database another time. Returns whether the
 * submission needs the journal no more. Throws nothing that another round could mend.
 */
export async function replaySubmission(
  deps: ReplayDeps,
  pending: PendingSubmission,
  round: ReplayRound,
): Promise<boolean> {
  const sent = submission.parse(pending.payload);
  const { receivedAt } = pending;
  const result = await storeSubmission(deps, sent, receivedAt).catch((error: unknown) => {
    const reason = describeError(error);
    deps.log.warn({ submission: pending.submission, reason }, 'Not in the database yet');
    return 'failed' as const;
  });
  if (result !== 'stored') {
    if (round.isMailDown) return false;
    try {
      await mailFromJournal(deps, sent, { receivedAt, result });
    } catch (error) {
      round.isMailDown = true;
      const reason = describeError(error);
      deps.log.warn({ submission: pending.submission, reason }, 'Not mailed yet');
      return false;
    }
  }
  // Mailed alone is not enough while there is a table that it belongs into.
  if (result === 'failed') return false;
  await deps.journal.settle(pending.submission);
  return true;
}

/** Mails what no job in the database will mail, unless it went out before. */
async function mailFromJournal(
  deps: ReplayDeps,
  sent: Submission,
  { receivedAt, result }: { receivedAt: Date; result: Exclude<StoreResult, 'stored'> | 'failed' },
): Promise<void> {
  if (sent.kind === 'booking' && (result === 'taken' || result === 'too-many'))
    return reportConflict(deps, sent, { receivedAt, conflict: result });
  if (deps.journal.isMailed(noticeKey(sent))) return;
  await deps.deliverOnce(await composeNotice(sent, { ...deps, receivedAt }));
}

/** What became of a submission: stored, or not in the calendar, and why. unsupported: no table is for it. */
type StoreResult = 'stored' | Conflict | 'unsupported';

/**
 * Puts a submission into the database, with its mail jobs unless the mail went out already.
 * Throws when the database does not take it; if that was a timeout it may be taken later,
 * which a repeat finds out.
 */
export async function storeSubmission(
  deps: ReplayDeps,
  sent: Submission,
  receivedAt: Date,
): Promise<StoreResult> {
  if (sent.kind === 'undated-booking') return 'unsupported';
  const isMailed = deps.journal.isMailed(noticeKey(sent));
  const store = (one: typeof sent) =>
    one.kind === 'lead'
      ? storeLead(deps, { lead: one, receivedAt, isMailed })
      : storeBooking(deps, { booking: one, receivedAt, isMailed });
  // Once the mentor was told of a conflict, it stays one, even if the slot came free since.
  if (sent.kind === 'booking' && deps.journal.isMailed(conflictKey(sent))) return 'taken';
  let outcome = await store(sent);
  if (outcome === 'different') {
    // Its id was taken by other words while nobody could look. Words are never dropped for
    // an id, so they get one of their own.
    outcome = await store({ ...sent, id: deriveId(sent.content, receivedAt) });
  }
  return outcome === 'taken' || outcome === 'too-many' ? outcome : 'stored';
}
