import {
  type BookingToStore,
  composeBookingMail,
  conflictKey,
  heldNoticeKey,
  storeBooking,
  toRequestedSession,
} from '#features/booking/server/index.ts';
import { storeLead } from '#features/leads/server/index.ts';
import { recordSent } from '#features/mail/server/index.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { deriveId, noticeKey } from '#rules/submission-keys.ts';
import { composeNotice } from './compose-notice.ts';
import type { PendingSubmission } from './journal/records.ts';
import type { ReplayRound } from './journal/replayer.ts';
import { type Submission, submission } from './submission.ts';
import type { SubmissionDeps } from './submission-deps.ts';

/** Why a booking is not in the calendar, and the email that says so. */
const conflictMails = {
  /** Someone else has its slot. */
  taken: 'mentor-conflict',
  /** The mentor is off or busy then. */
  closed: 'mentor-closed',
  /** The visitor has reached the maximum. */
  'too-many': 'mentor-too-many',
} as const;
type Conflict = keyof typeof conflictMails;

const isConflict = (result: string): result is Conflict => Object.hasOwn(conflictMails, result);

/**
 * The result of storing a submission: stored, or not in the calendar, and why. unsupported: it has
 * no table.
 */
type StoreResult = 'stored' | Conflict | 'unsupported';

/**
 * Processes one submission: stores it in the database, which queues the email, or else emails it
 * directly. Returns whether the journal may forget it.
 */
export async function replaySubmission(
  deps: SubmissionDeps,
  { submission: key, payload, receivedAt }: PendingSubmission,
  round: ReplayRound,
): Promise<boolean> {
  const sent = submission.parse(payload);
  const fail = (message: string) => (reason: unknown) => {
    deps.log.warn({ submission: key, reason }, message);
    return 'failed' as const;
  };
  const result = await storeSubmission(deps, sent, receivedAt).catch(
    fail('Not in the database yet'),
  );
  if (result === 'stored') return true;
  if (result === 'failed' && Date.now() - receivedAt.getTime() < deps.mailAloneAfterMs)
    return false;
  if (round.isMailDown) return false;
  const mail = await mailFromJournal(deps, sent, { receivedAt, result }).catch(
    fail('Not mailed yet'),
  );
  round.isMailDown = mail === 'failed';
  // A submission with a table must be stored in it; the others are recorded to recognise a repeat.
  if (mail === 'failed' || result === 'failed') return false;
  const recorded = await recordSent(deps.db, mail).catch(fail('Its mail is not recorded yet'));
  return recorded !== 'failed';
}

/** Sends emails that no job will send, unless already sent. Returns the delivery to record. */
async function mailFromJournal(
  deps: SubmissionDeps,
  sent: Submission,
  { receivedAt, result }: { receivedAt: Date; result: string },
) {
  const mail =
    sent.kind === 'booking' && isConflict(result)
      ? await composeConflict(deps, sent, { receivedAt, conflict: result })
      : await composeNotice(deps, sent, receivedAt);
  if (!deps.journal.isMailed(mail.key)) {
    await deps.mailer.send(mail);
    await noteMailed(deps, sent, mail);
  }
  // The subject of an email without a row contains a name, and no deletion would find it.
  return { key: mail.key, recipient: mail.to, subject: '' };
}

/** Notes in the journal that an email about a submission was sent, and whether it announced a hold. */
export async function noteMailed(
  { journal }: Pick<SubmissionDeps, 'journal'>,
  sent: Submission,
  mail: Mail,
): Promise<void> {
  if (sent.kind === 'booking' && !mail.invitation) await journal.markMailed(heldNoticeKey(sent));
  await journal.markMailed(mail.key);
}

/**
 * Composes the email about a booking that was accepted while the database was unavailable but does
 * not fit the calendar.
 */
async function composeConflict(
  { readSettings }: SubmissionDeps,
  asked: BookingToStore,
  { receivedAt, conflict }: { receivedAt: Date; conflict: Conflict },
) {
  const settings = await readSettings();
  return composeBookingMail(toRequestedSession(asked.id, asked.content, settings.offers), {
    key: conflictKey(asked),
    recipient: settings.recipient,
    settings,
    receivedAt,
    kind: conflictMails[conflict],
    // Higher than that of an invitation that may have been sent without the calendar.
    sequence: 1,
  });
}

/**
 * Stores a submission, and its email jobs unless the email was sent. Throws if the database fails;
 * after a timeout the insert may still happen, which a repeat detects.
 */
export async function storeSubmission(
  deps: SubmissionDeps,
  sent: Submission,
  receivedAt: Date,
): Promise<StoreResult> {
  if (sent.kind === 'undated-booking') return 'unsupported';
  // A reported conflict remains one, even if the slot is free again.
  if (sent.kind === 'booking' && deps.journal.isMailed(conflictKey(sent))) return 'taken';
  const key = noticeKey(sent);
  const store = (one: typeof sent) =>
    one.kind === 'lead' ? storeLead(deps, one, receivedAt) : storeBooking(deps, one, receivedAt);
  let outcome = await store(sent);
  if (outcome === 'different') {
    // The id belongs to other content. This submission gets its own id, because content is never
    // dropped.
    const own = { ...sent, id: deriveId(sent.content, receivedAt) };
    if (deps.journal.isMailed(key)) await deps.journal.markMailed(noticeKey(own));
    if (sent.kind === 'booking' && deps.journal.isMailed(heldNoticeKey(sent)))
      await deps.journal.markMailed(heldNoticeKey({ ...sent, id: own.id }));
    outcome = await store(own);
  }
  if (isConflict(outcome)) return outcome;
  if (deps.journal.isMailed(key)) {
    // For a job that was queued before the database became unavailable.
    const { recipient } = await deps.readSettings();
    await recordSent(deps.db, { key, recipient, subject: '' });
  }
  return 'stored';
}
