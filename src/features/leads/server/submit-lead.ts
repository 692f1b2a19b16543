import type { LeadSubmission } from '#features/leads/rules/lead.ts';
import { type MailDeps, queueMail } from '#features/mail/server/index.ts';
import { toOriginOfRow } from '#platform/db/columns.ts';
import { idReused } from '#platform/errors/errors.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { toStoredPhone } from '#rules/phone-number.ts';
import { queueAnswer } from './automatic-answer.ts';
import { keepKnownAgreement } from './known-agreement.ts';
import { noticeSubject } from './notices.ts';
import { findSubmittedLead, insertLead } from './queries/leads.ts';
import {
  hasSameContent,
  type LeadToStore,
  noticeKey,
  submissionKey,
  toLead,
} from './submission.ts';

/**
 * Stores a lead from a form; repeating it with the same content succeeds. Throws `id-reused` (409),
 * 429. After a timeout the insert may still happen; the fallback handles that.
 */
export async function submitLead(
  deps: MailDeps,
  { id, ...content }: LeadSubmission,
  visitor: Caller,
): Promise<void> {
  const lead = { kind: 'lead' as const, id, content };
  await deps.limiter.count('submit-lead', visitor, submissionKey(lead));
  if ((await storeLead(deps, lead)) === 'different') throw idReused(id);
}

/**
 * Stores the row, its emails and their jobs in one transaction. Safe to repeat and to call
 * concurrently: for each id, only one call stores and queues.
 */
export async function storeLead(
  deps: MailDeps,
  lead: LeadToStore,
  receivedAt?: Date,
): Promise<'stored' | 'same' | 'different'> {
  const known = await keepKnownAgreement(deps.db, lead.content);
  const content = { ...lead.content, ...known };
  const { origin, privacy_version, agreed_to, ...words } = content;
  const { recipient, booking: clock } = await deps.readFacts();
  return deps.db.transaction(async (transaction) => {
    const isNew = await insertLead(transaction, {
      ...{ id: lead.id, ...words, ...toOriginOfRow(origin) },
      ...(receivedAt && { createdAt: receivedAt }),
      phone: words.phone && toStoredPhone(words.phone),
      ...{ privacyVersion: privacy_version, agreedTo: agreed_to },
    });
    const stored = await findSubmittedLead(transaction, lead.id);
    if (!isNew && stored && !hasSameContent(toLead(stored).content, content)) return 'different';
    const subject = noticeSubject(lead.content, receivedAt ?? deps.now(), clock);
    const payload = { kind: 'lead-notice', leadId: lead.id, mail: noticeKey(lead) } as const;
    await queueMail(deps, transaction, { recipient, subject, payload });
    if (isNew && stored) await queueAnswer(deps, transaction, stored);
    return isNew ? 'stored' : 'same';
  });
}
