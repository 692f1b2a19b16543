import { setTimeout as delay } from 'node:timers/promises';
import { usualAvailability } from '#features/availability/rules/index.ts';
import { isTimeTaken } from '#features/availability/server/index.ts';
import {
  type BookingToStore,
  checkBooking,
  hasAllSessions,
  isBookingIdTaken,
  isHandled,
  notOffered,
  readSessionAvailability,
  requireMailboxAllowance,
  slotTaken,
  toRequestedSession,
  toTerms,
} from '#features/booking/server/index.ts';
import type { LeadContent } from '#features/leads/rules/index.ts';
import {
  findSubmittedLead,
  type LeadToStore,
  submitLead,
  toLead,
} from '#features/leads/server/index.ts';
import { hasDelivery } from '#features/mail/server/index.ts';
import { keepKnownAgreement } from '#features/settings/server/index.ts';
import { countCode } from '#features/vouchers/server/index.ts';
import { AppError, idReused } from '#platform/errors/errors.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { tooManySessions } from '#platform/limits/limits.ts';
import { toLimitKey } from '#platform/limits/network-keys.ts';
import type { PayLink } from '#rules/pay-link.ts';
import {
  deriveId,
  hasSameContent,
  nameToId,
  noticeKey,
  submissionKey,
} from '#rules/submission-keys.ts';
import { composeNotice } from './compose-notice.ts';
import { noteMailed, storeSubmission } from './replay-submission.ts';
import { type Submission, toPayload } from './submission.ts';
import type { SubmissionDeps } from './submission-deps.ts';

/**
 * How long a visitor waits for the mail server as the last resort, in milliseconds: pages give up
 * after 10 seconds.
 */
const mailTimeoutMs = 5_000;

type Knowledge = 'same' | 'different' | 'taken' | 'too-many' | 'unknown';

/**
 * Accepts a submission without requiring the database. Returns when the database, the journal or
 * the mail server has it. Throws 409, 422, 429, and `not-delivered` (502).
 */
export async function acceptSubmission(
  deps: SubmissionDeps,
  sent: Submission,
  visitor: Caller,
): Promise<void> {
  if (deps.journal.findPending(submissionKey(sent))) return;
  const knowledge = await askDatabase(deps, sent);
  if (knowledge === 'same') return;
  if (knowledge === 'different') throw idReused(sent.id);
  if (sent.kind === 'booking') await checkWithoutDatabase(deps, sent);
  if (knowledge === 'taken') throw slotTaken();
  if (knowledge === 'too-many') throw tooManySessions();
  const limit = sent.kind === 'lead' ? 'submit-lead' : 'book-session';
  const once = submissionKey(sent);
  // A booking without an instant has no order.
  if (sent.kind !== 'undated-booking')
    await countCode(deps, visitor, { code: sent.content.voucherCode, once });
  await deps.limiter.count(limit, visitor, once);

  try {
    await deps.journal.receive(submissionKey(sent), toPayload(sent));
  } catch (reason) {
    deps.log.error({ reason }, 'The journal cannot be written');
    await deliverWithoutJournal(deps, sent).catch((cause: unknown) => {
      if (cause instanceof AppError && cause.status < 500) throw cause;
      const message =
        'Neither the journal nor the database nor the mail server accepted a submission';
      const userMessage = sent.kind === 'lead' ? 'Server returned an error.' : 'Server error.';
      throw new AppError(502, 'not-delivered', userMessage, { message, cause });
    });
    return;
  }
  deps.wakeReplayer();
}

/**
 * Takes a lead that came without JavaScript as the page's script would: stores it, or else journals
 * it. Its id is derived from its words, so that it is one lead however often it is sent. A form with an
 * id also counts the network, as it may be sent again from a page that the browser has loaded again, with
 * another id. Returns how the lead is paid for, if it is to be.
 */
export async function takeLead(
  deps: SubmissionDeps,
  { id: formId, ...content }: LeadContent & { id?: string | undefined },
  visitor: Caller,
): Promise<PayLink | undefined> {
  const words = deriveId(content, deps.now());
  const id = formId === undefined ? words : nameToId(`${words} ${toLimitKey(visitor.ipAddress)}`);
  try {
    const { isNew, payLink } = await submitLead(deps, { id, ...content }, visitor);
    // Another person can know the words of a message, but does not share the network.
    return isNew || formId !== undefined ? payLink : undefined;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error;
    deps.log.warn({ reason: error }, 'A lead could not be stored; falling back');
    await acceptSubmission(deps, { kind: 'lead', id, content }, visitor);
    return undefined;
  }
}

/** Also `unknown` if the database does not answer: the journal is safe in either case. */
async function askDatabase(deps: SubmissionDeps, sent: Submission): Promise<Knowledge> {
  try {
    if (sent.kind === 'lead') return await lookUpLead(deps, sent);
    if (sent.kind === 'booking') return await lookUpBooking(deps, sent);
    return (await hasDelivery(deps.db, [noticeKey(sent)])) ? 'same' : 'unknown';
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error;
    deps.log.warn({ reason: error }, 'A record could not be looked up in the database');
    return 'unknown';
  }
}

async function lookUpLead({ db }: SubmissionDeps, sent: LeadToStore): Promise<Knowledge> {
  const lead = await findSubmittedLead(db, sent.id);
  if (lead) {
    const content = { ...sent.content, ...(await keepKnownAgreement(db, sent.content)) };
    return hasSameContent(toLead(lead).content, content) ? 'same' : 'different';
  }
  // A lead that was deleted since must not return with a late notification.
  return (await hasDelivery(db, [noticeKey(sent)])) ? 'same' : 'unknown';
}

async function lookUpBooking(deps: SubmissionDeps, sent: BookingToStore): Promise<Knowledge> {
  const { db } = deps;
  const { email } = sent.content;
  const { offers } = await deps.readSettings();
  const session = toRequestedSession(sent.id, sent.content, offers);
  if (await isHandled(db, sent)) return 'same';
  if (await isBookingIdTaken(db, sent.id)) return 'different';
  if (await isTimeTaken(db, session, { offers, now: deps.now() })) return 'taken';
  if (await hasAllSessions(deps, db, email)) return 'too-many';
  await requireMailboxAllowance(deps, { email, once: submissionKey(sent) });
  return 'unknown';
}

/** While the database is unavailable, only the regular opening hours are known and offered. */
async function checkWithoutDatabase(
  { db, now, readSettings }: SubmissionDeps,
  { id, content }: BookingToStore,
) {
  const settings = await readSettings();
  const session = toRequestedSession(id, content, settings.offers);
  const availability = await readSessionAvailability(db, session, settings.offers).catch(
    () => usualAvailability,
  );
  checkBooking(content, { ...toTerms(settings), availability }, now());
}

/**
 * The last resort if the journal cannot be written: the database if it answers after all, else the
 * mail server, while the visitor waits. The email may still be sent after a throw.
 */
async function deliverWithoutJournal(deps: SubmissionDeps, sent: Submission): Promise<void> {
  const receivedAt = new Date();
  const outcome = await storeSubmission(deps, sent, receivedAt).catch(() => 'failed');
  if (outcome === 'stored') return;
  if (outcome === 'taken') throw slotTaken();
  if (outcome === 'closed') throw notOffered();
  if (outcome === 'too-many') throw tooManySessions();
  const mail = await composeNotice(deps, sent, receivedAt);
  const sending = deps.mailer.send(mail);
  if ((await Promise.race([sending, delay(mailTimeoutMs, 'late', { ref: false })])) === 'late') {
    throw new Error(`The mail server did not accept it within ${mailTimeoutMs} ms`);
  }
  await noteMailed(deps, sent, mail);
  // The mentor has the email. The row follows if this process is still running when the database is
  // back.
  deps.journal.hold(submissionKey(sent), toPayload(sent));
  deps.wakeReplayer();
}
