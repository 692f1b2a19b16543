import {
  composeBookingMail,
  conflictKey,
  storeBooking,
  toRequestedSession,
} from '#features/booking/server/index.ts';
import {
  type BookingToStore,
  deriveId,
  noticeKey,
  type Submission,
  storeLead,
  submission,
} from '#features/leads/server/index.ts';
import { recordSent } from '#features/mail/server/index.ts';
import { composeNotice } from './compose-notice.ts';
import type { PendingSubmission } from './journal/records.ts';
import type { ReplayRound } from './journal/replayer.ts';
import type { SubmissionDeps } from './submission-deps.ts';

/** Why a booking is not in the calendar, and which mail says so. */
const conflictMails = {
  /** Somebody else has its slot. */
  taken: 'mentor-conflict',
  /** The mentor is off or busy then. */
  closed: 'mentor-closed',
  /** Its visitor has as many as allowed. */
  'too-many': 'mentor-too-many',
} as const;
type Conflict = keyof typeof conflictMails;

const isConflict = (result: string): result is Conflict => Object.hasOwn(conflictMails, result);

/** What became of a submission: stored, or not in the calendar, and why. unsupported: it has no table. */
type StoreResult = 'stored' | Conflict | 'unsupported';

/**
 * Carries one submission on: into the database, which queues the mail; else to the mail server.
 * Returns whether the journal may forget it.
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
  // A submission with a table belongs in it; of the others, a repeat is to be recognised.
  if (mail === 'failed' || result === 'failed') return false;
  const recorded = await recordSent(deps.db, mail).catch(fail('Its mail is not recorded yet'));
  return recorded !== 'failed';
}

/** Mails what no job will mail, unless it did before. Returns the delivery to record. */
async function mailFromJournal(
  deps: SubmissionDeps,
  sent: Submission,
  { receivedAt, result }: { receivedAt: Date; result: string },
) {
  const mail =
    sent.kind === 'booking' && isConflict(result)
      ? await composeConflict(deps, sent, { receivedAt, conflict: result })
      : await composeNotice(sent, { facts: await deps.readFacts(), receivedAt });
  if (!deps.journal.isMailed(mail.key)) {
    await deps.mailer.send(mail);
    await deps.journal.markMailed(mail.key);
  }
  // The subject of a mail without a row names somebody, and no deletion would find it.
  return { key: mail.key, recipient: mail.to, subject: '' };
}

/** Writes the mail about a booking that was accepted while the database was unavailable and has no place in the calendar. */
async function composeConflict(
  { readFacts }: SubmissionDeps,
  asked: BookingToStore,
  { receivedAt, conflict }: { receivedAt: Date; conflict: Conflict },
) {
  const facts = await readFacts();
  return composeBookingMail(toRequestedSession(asked.id, asked.content, facts.offers), {
    ...{ key: conflictKey(asked), recipient: facts.recipient, facts, receivedAt },
    kind: conflictMails[conflict],
    // Above that of the invitation that may have been sent without the calendar.
    sequence: 1,
  });
}

/**
 * Stores a submission, with its mail jobs unless the mail was sent. Throws when the database does not
 * take it; after a timeout it may take it later, which a repeat finds out.
 */
export async function storeSubmission(
  deps: SubmissionDeps,
  sent: Submission,
  receivedAt: Date,
): Promise<StoreResult> {
  if (sent.kind === 'undated-booking') return 'unsupported';
  // Once the mentor was told of a conflict, it stays one, even if the slot is free again.
  if (sent.kind === 'booking' && deps.journal.isMailed(conflictKey(sent))) return 'taken';
  const key = noticeKey(sent);
  const store = (one: typeof sent) =>
    one.kind === 'lead' ? storeLead(deps, one, receivedAt) : storeBooking(deps, one, receivedAt);
  let outcome = await store(sent);
  if (outcome === 'different') {
    // Its id belongs to other words, which nobody could look up. It gets an id of its own: words are
    // never dropped for an id.
    const own = { ...sent, id: deriveId(sent.content, receivedAt) };
    if (deps.journal.isMailed(key)) await deps.journal.markMailed(noticeKey(own));
    outcome = await store(own);
  }
  if (isConflict(outcome)) return outcome;
  if (deps.journal.isMailed(key)) {
    // For a job that was queued before the database became unavailable.
    const { recipient } = await deps.readFacts();
    await recordSent(deps.db, { key, recipient, subject: '' });
  }
  return 'stored';
}
