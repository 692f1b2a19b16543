import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { findLead } from '#server/db/queries/leads.ts';
import { findDelivery } from '#server/db/queries/mail-deliveries.ts';
import { AppError, describeError, idReused } from '#server/errors.ts';
import type { Journal } from '#server/journal/journal.ts';
import type { Logger } from '#server/logger.ts';
import { toSubmission } from '#server/services/leads/store-lead.ts';
import { deliverWithoutJournal } from './deliver-without-journal.ts';
import type { ReplayDeps } from './replay-submission.ts';
import { hasSameContent, noticeKey, type Submission, submissionKey } from './submission.ts';

/** How long `/contact.php` waits for the database to say whether it has a record, in milliseconds. */
const lookupTimeoutMs = 1_500;

export interface AcceptSubmissionDeps extends ReplayDeps {
  db: Database;
  circuit: DatabaseCircuit;
  journal: Journal;
  /** Starts the replay of the journal now. */
  wakeReplayer: () => void;
  log: Logger;
}

type Knowledge = 'same' | 'different' | 'unknown';

/**
 * Takes a submission by the way that needs no database. Returns only when it is safe: the
 * database has it, or the journal on disk, or, if that cannot be written, the mentor's mail
 * server. Throws `id-reused` (409), or `not-delivered` (502) when there is no safe place left.
 */
export async function acceptSubmission(
  deps: AcceptSubmissionDeps,
  sent: Submission,
): Promise<void> {
  if (isInJournal(deps, sent)) return;
  const knowledge = await askDatabase(deps, sent);
  if (knowledge === 'same') return;
  if (knowledge === 'different') throw idReused(sent.id);

  try {
    await deps.journal.receive(submissionKey(sent), sent);
  } catch (error) {
    deps.log.error({ reason: describeError(error) }, 'The journal cannot be written');
    await deliverWithoutJournal(deps, sent).catch((cause: unknown) => {
      throw new AppError({
        code: 'not-delivered',
        status: 502,
        message: 'Neither the journal nor the database nor the mail server took a submission',
        userMessage: sent.kind === 'booking' ? 'Server error.' : 'Server returned an error.',
        cause,
      });
    });
    return;
  }
  deps.wakeReplayer();
}

function isInJournal({ journal }: AcceptSubmissionDeps, sent: Submission): boolean {
  if (journal.findPending(submissionKey(sent))) return true;
  // A booking leaves no row yet; that its mail went out is all there is to know.
  return sent.kind === 'booking' && journal.isMailed(noticeKey(sent));
}

/** `unknown` also when the database does not answer: the journal is safe in either case. */
async function askDatabase(
  { db, circuit, log }: AcceptSubmissionDeps,
  sent: Submission,
): Promise<Knowledge> {
  if (sent.kind === 'booking') return 'unknown';
  try {
    return await circuit.run(async () => {
      const lead = await findLead(db, sent.id);
      if (lead)
        return hasSameContent(toSubmission(lead).content, sent.content) ? 'same' : 'different';
      // A lead that was deleted since must not come back with a late notification.
      return (await findDelivery(db, noticeKey(sent))) ? 'same' : 'unknown';
    }, lookupTimeoutMs);
  } catch (error) {
    log.warn({ reason: describeError(error) }, 'The database could not be asked for a record');
    return 'unknown';
  }
}
