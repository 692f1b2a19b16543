import type { DatabaseCircuit } from '#server/db/circuit.ts';
import { describeError } from '#server/errors.ts';
import type { Journal } from '#server/journal/journal.ts';
import type { PendingSubmission } from '#server/journal/records.ts';
import type { Logger } from '#server/logger.ts';
import type { DeliverOnce } from '#server/mail/deliver-once.ts';
import { type StoreLeadDeps, storeLead } from '#server/services/leads/store-lead.ts';
import { composeNotice } from '#server/services/mail/compose-notice.ts';
import { deriveId, noticeKey, type Submission, submission } from './submission.ts';

/** How long a replay waits for the database before it turns to the mail server, in milliseconds. */
const storeTimeoutMs = 3_000;

export interface ReplayDeps extends StoreLeadDeps {
  circuit: DatabaseCircuit;
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
  try {
    if (await storeSubmission(deps, sent, pending.receivedAt)) {
      await deps.journal.settle(pending.submission);
      return true;
    }
  } catch (error) {
    deps.log.warn(
      { submission: pending.submission, reason: describeError(error) },
      'Not in the database yet',
    );
  }
  if (!deps.journal.isMailed(noticeKey(sent))) {
    if (round.isMailDown) return false;
    try {
      const { recipient } = deps;
      await deps.deliverOnce(
        await composeNotice(sent, { recipient, receivedAt: pending.receivedAt }),
      );
    } catch (error) {
      round.isMailDown = true;
      deps.log.warn(
        { submission: pending.submission, reason: describeError(error) },
        'Not mailed yet',
      );
      return false;
    }
  }
  // Bookings have no row to get into yet: once mailed they are as safe as they can be.
  if (sent.kind !== 'booking') return false;
  await deps.journal.settle(pending.submission);
  return true;
}

/**
 * Puts a submission into the database, with its mail job unless the mail went out already.
 * False for a kind that has no table to go to yet. Throws when the database does not take
 * it; if that was a timeout it may be taken later, which a repeat finds out.
 */
export async function storeSubmission(
  deps: ReplayDeps,
  sent: Submission,
  receivedAt: Date,
): Promise<boolean> {
  if (sent.kind !== 'lead') return false;
  const isMailed = deps.journal.isMailed(noticeKey(sent));
  const store = (lead: typeof sent) =>
    deps.circuit.run(() => storeLead(deps, { lead, receivedAt, isMailed }), storeTimeoutMs);
  if ((await store(sent)) === 'different') {
    // Its id was taken by other words while nobody could look. Words are never dropped for
    // an id, so they get one of their own.
    await store({ ...sent, id: deriveId(sent.content, receivedAt) });
  }
  return true;
}
