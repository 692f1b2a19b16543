import type { LeadSubmission } from '#domain/lead.ts';
import { toStoredPhone } from '#domain/phone-number.ts';
import { toOriginOfRow } from '#server/db/columns.ts';
import { jobsBeside } from '#server/db/executor.ts';
import { findSubmittedLead, insertLead, newLead } from '#server/db/queries/leads.ts';
import { queueDelivery, recordSent } from '#server/db/queries/mail-deliveries.ts';
import { idReused } from '#server/errors.ts';
import type { Caller } from '#server/limits/limiter.ts';
import { queueAnswer } from '#server/services/mail/automatic-answer.ts';
import { noticeSubject } from '#server/services/mail/notices.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { keepKnownAgreement } from '#server/services/submissions/known-agreement.ts';
import {
  hasSameContent,
  type LeadToStore,
  noticeKey,
  submissionKey,
  toLead,
} from '#server/services/submissions/submission.ts';

/**
 * Takes a lead from a form; repeating it with the same words succeeds. Throws `id-reused` (409),
 * 429. After a timeout the insert may still happen: the fallback allows for it.
 */
export async function submitLead(
  deps: ServiceDeps,
  { id, ...content }: LeadSubmission,
  visitor: Caller,
): Promise<void> {
  const lead = { kind: 'lead' as const, id, content };
  await deps.limiter.count('submit-lead', visitor, submissionKey(lead));
  const outcome = await storeLead(deps, { lead, isMailed: false });
  if (outcome === 'different') throw idReused(id);
}

interface StoreLeadInput {
  lead: LeadToStore;
  receivedAt?: Date;
  /** Whether the notice went out already, without the database. */
  isMailed: boolean;
}

/**
 * Stores the row, its mail and the job that sends it: all three, or none. Safe to repeat and to
 * race: of any number of calls with one id, one stores and one queues.
 */
export async function storeLead(
  deps: ServiceDeps,
  { lead, receivedAt, isMailed }: StoreLeadInput,
): Promise<'stored' | 'same' | 'different'> {
  const { db, sendMail, readFacts, now } = deps;
  const known = await keepKnownAgreement(db, lead.content);
  const { origin, privacy_version, agreed_to, ...words } = { ...lead.content, ...known };
  const row = {
    ...{ id: lead.id, ...words, ...toOriginOfRow(origin) },
    phone: words.phone && toStoredPhone(words.phone),
    ...{ privacyVersion: privacy_version, agreedTo: agreed_to },
    ...(receivedAt && { createdAt: receivedAt }),
  };
  const { recipient, booking: clock } = await readFacts();
  const mail = noticeKey(lead);
  const notice = { kind: 'lead-notice', leadId: lead.id, mail } as const;
  const subject = noticeSubject(lead.content, receivedAt ?? now(), clock);
  const delivery = { key: mail, recipient, subject, payload: notice };
  // Nearly always it is new, and then one round trip is all that its visitor waits for.
  if (!isMailed && (await sendMail(jobsBeside(db, newLead(row, delivery)), notice))) {
    return 'stored';
  }
  return db.transaction(async (transaction) => {
    const isNew = await insertLead(transaction, row);
    const existing = await findSubmittedLead(transaction, lead.id);
    const content = { ...lead.content, ...known };
    if (!isNew && existing && !hasSameContent(toLead(existing).content, content))
      return 'different';
    if (isMailed) {
      await recordSent(transaction, delivery);
      if (isNew && existing) await queueAnswer(deps, transaction, existing);
    } else if (await queueDelivery(transaction, delivery)) await sendMail(transaction, notice);
    return isNew ? 'stored' : 'same';
  });
}
