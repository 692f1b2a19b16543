import type { DatabaseCircuit } from '#server/db/circuit.ts';
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

/** How long a replay waits for the database before it turns to the mail server, in milliseconds. */
const storeTimeoutMs = 3_000;

export interface ReplayDeps extends StoreBookingDeps {
  circuit: DatabaseCircuit;
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
 * Carries one submission on: into the database if that answers, which then owes the mail;
 * else to the mail server at once, and into the database another time. Answers whether the
 * submission needs the journal no more. Throws nothing that another round could mend.
 */
export async function replaySubmission(
  deps: ReplayDeps,
  pending: PendingSubmission,
  round: ReplayRound,
): Promise<boolean> {
  const sent = submission.parse(pending.payload);
  const { receivedAt } = pending;
  const whereabouts = await storeSubmission(deps, sent, receivedAt).catch((error: unknown) => {
    const reason = describeError(error);
    deps.log.warn({ submission: pending.submission, reason }, 'Not in the database yet');
    return 'nowhere' as const;
  });
  if (whereabouts !== 'stored') {
    if (round.isMailDown) return false;
    try {
      await mailFromJournal(deps, sent, { receivedAt, whereabouts });
    } catch (error) {
      round.isMailDown = true;
      const reason = describeError(error);
      deps.log.warn({ submission: pending.submission, reason }, 'Not mailed yet');
      return false;
    }
  }
  // Mailed alone is not enough while there is a table that it belongs into.
  if (whereabouts === 'nowhere') return false;
  await deps.journal.settle(pending.submission);
  return true;
}

/** Mails what no job in the database will mail, unless it went out before. */
async function mailFromJournal(
  deps: ReplayDeps,
  sent: Submission,
  { receivedAt, whereabouts }: { receivedAt: Date; whereabouts: Conflict | 'homeless' | 'nowhere' },
): Promise<void> {
  if (sent.kind === 'booking' && (whereabouts === 'taken' || whereabouts === 'too-many'))
    return reportConflict(deps, sent, { receivedAt, conflict: whereabouts });
  if (deps.journal.isMailed(noticeKey(sent))) return;
  await deps.deliverOnce(await composeNotice(sent, { ...deps, receivedAt }));
}

/** Where a submission is now: stored, or not in the calendar, and why. homeless: no table is for it. */
type Whereabouts = 'stored' | Conflict | 'homeless';

/**
 * Puts a submission into the database, with its mail jobs unless the mail went out already.
 * Throws when the database does not take it; if that was a timeout it may be taken later,
 * which a repeat finds out.
 */
export async function storeSubmission(
  deps: ReplayDeps,
  sent: Submission,
  receivedAt: Date,
): Promise<Whereabouts> {
  if (sent.kind === 'booking-wish') return 'homeless';
  const isMailed = deps.journal.isMailed(noticeKey(sent));
  const store = (one: typeof sent) =>
    deps.circuit.run<StoreOutcome>(
      () =>
        one.kind === 'lead'
          ? storeLead(deps, { lead: one, receivedAt, isMailed })
          : storeBooking(deps, { booking: one, receivedAt, isMailed }),
      storeTimeoutMs,
    );
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

type StoreOutcome = 'stored' | 'same' | 'different' | Conflict;
