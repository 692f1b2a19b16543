import { recordSent } from '#server/db/queries/mail-deliveries.ts';
import { beginHandover } from '#server/db/queries/mail-handovers.ts';
import type { PendingSubmission } from '#server/journal/records.ts';
import type { ReplayRound } from '#server/journal/replayer.ts';
import { repeatable, UncertainDelivery } from '#server/mail/deliver-once.ts';
import { conflictKey, storeBooking } from '#server/services/bookings/book-session.ts';
import { toRequestedSession } from '#server/services/bookings/mentorship-session.ts';
import { storeLead } from '#server/services/leads/submit-lead.ts';
import { composeBookingMail } from '#server/services/mail/compose-booking-mail.ts';
import { composeNotice } from '#server/services/mail/notices.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import {
  type BookingToStore,
  deriveId,
  noticeKey,
  type Submission,
  submission,
} from './submission.ts';

/**
 * Carries one submission on: into the database, which queues the mail; else to the mail server.
 * Returns whether the journal may forget it. Throws nothing that another round could mend.
 */
export async function replaySubmission(
  deps: ServiceDeps,
  pending: PendingSubmission,
  round: ReplayRound,
): Promise<boolean> {
  const sent = submission.parse(pending.payload);
  const { receivedAt } = pending;
  const result = await storeSubmission(deps, sent, receivedAt).catch((reason: unknown) => {
    deps.log.warn({ submission: pending.submission, reason }, 'Not in the database yet');
    return 'failed' as const;
  });
  if (result === 'failed' && Date.now() - receivedAt.getTime() < deps.mailAloneAfterMs)
    return false;
  if (result !== 'stored') {
    if (round.isMailDown) return false;
    try {
      await mailFromJournal(deps, sent, { receivedAt, result });
    } catch (reason) {
      round.isMailDown = true;
      deps.log.warn({ submission: pending.submission, reason }, 'Not mailed yet');
      return false;
    }
  }
  // Mailed alone is not enough while there is a table that it belongs into.
  if (result === 'failed') return false;
  if (deps.journal.isHandedOver(noticeKey(sent))) await deps.journal.endHandover(noticeKey(sent));
  await deps.journal.settle(pending.submission);
  return true;
}

/** Mails what no job in the database will mail, unless it went out before. */
async function mailFromJournal(
  deps: ServiceDeps,
  sent: Submission,
  { receivedAt, result }: { receivedAt: Date; result: Exclude<StoreResult, 'stored'> | 'failed' },
): Promise<void> {
  if (sent.kind === 'booking' && isConflict(result))
    return reportConflict(deps, sent, { receivedAt, conflict: result });
  const { journal } = deps;
  const key = noticeKey(sent);
  if (journal.isMailed(key) || journal.isHandedOver(key)) return;
  const mail = await composeNotice(sent, { facts: await deps.readFacts(), receivedAt });
  if (result !== 'unsupported') {
    await deps.deliverOnce(mail, inJournal(deps, key)).catch((error: unknown) => {
      // The database will show it as undelivered.
      if (!(error instanceof UncertainDelivery)) throw error;
    });
    return;
  }
  // Its words stand nowhere else: rather two than none.
  await deps.deliverOnce(mail, repeatable);
  // No table is for it, but a repeat that comes to another process is to be known. Its subject is
  // left out: it names somebody, and no deletion would find it.
  await recordSent(deps.db, { key: mail.key, recipient: mail.to, subject: '' }).catch(
    (reason: unknown) => deps.log.warn({ reason }, 'No other process knows of a notice'),
  );
}

/** Has the journal remember that a mail is with the mail server, for as long as the database is away. */
const inJournal = ({ journal }: ServiceDeps, key: string) => ({
  isBegun: () => journal.isHandedOver(key),
  begin: () => journal.markHandedOver(key),
  end: () => journal.endHandover(key),
});

/** Why a booking is not in the calendar, and which mail says so. */
const conflictMails = {
  /** Somebody else has its slot. */
  taken: 'mentor-conflict',
  /** The mentor is off or busy then. */
  closed: 'mentor-closed',
  /** Its visitor has as many as may be. */
  'too-many': 'mentor-too-many',
} as const;
type Conflict = keyof typeof conflictMails;

const isConflict = (result: string): result is Conflict => Object.hasOwn(conflictMails, result);

/**
 * Notifies the mentor of a booking that was taken in while the database was away and has no place
 * in the calendar. No row says it: it is sent from the journal, which keeps the words until then.
 */
async function reportConflict(
  { db, deliverOnce, readFacts }: ServiceDeps,
  asked: BookingToStore,
  { receivedAt, conflict }: { receivedAt: Date; conflict: Conflict },
): Promise<void> {
  const key = conflictKey(asked);
  const facts = await readFacts();
  const { recipient } = facts;
  const mail = await composeBookingMail(toRequestedSession(asked.id, asked.content, facts.offers), {
    ...{ key, recipient, facts, receivedAt },
    kind: conflictMails[conflict],
    // Above that of the invitation that may have gone out without the calendar.
    sequence: 1,
  });
  await deliverOnce(mail, repeatable);
  await recordSent(db, { key, recipient, subject: mail.subject });
}

/** What became of a submission: stored, or not in the calendar, and why. unsupported: no table is for it. */
type StoreResult = 'stored' | Conflict | 'unsupported';

/**
 * Puts a submission into the database, with its mail jobs unless the mail went out. Throws when it
 * is not taken; after a timeout it may be taken later, which a repeat finds out.
 */
export async function storeSubmission(
  deps: ServiceDeps,
  sent: Submission,
  receivedAt: Date,
): Promise<StoreResult> {
  if (sent.kind === 'undated-booking') return 'unsupported';
  const isMailed = deps.journal.isMailed(noticeKey(sent));
  // Before there is a job that would send it again.
  if (deps.journal.isHandedOver(noticeKey(sent))) await beginHandover(deps.db, noticeKey(sent));
  const store = (one: typeof sent) =>
    one.kind === 'lead'
      ? storeLead(deps, { lead: one, receivedAt, isMailed })
      : storeBooking(deps, { booking: one, receivedAt, isMailed });
  // Once the mentor was notified of a conflict, it stays one, even if the slot came free since.
  if (sent.kind === 'booking' && deps.journal.isMailed(conflictKey(sent))) return 'taken';
  let outcome = await store(sent);
  if (outcome === 'different') {
    // Its id was taken by other words while nobody could look. Words are never dropped for
    // an id, so they get one of their own.
    outcome = await store({ ...sent, id: deriveId(sent.content, receivedAt) });
  }
  return isConflict(outcome) ? outcome : 'stored';
}
