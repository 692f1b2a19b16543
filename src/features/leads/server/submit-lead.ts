import type { LeadSubmission } from '#features/leads/rules/lead.ts';
import { queueMail } from '#features/mail/server/index.ts';
import { keepKnownAgreement } from '#features/settings/server/index.ts';
import { countCode, toSentCode } from '#features/vouchers/server/index.ts';
import { idReused } from '#platform/errors/errors.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import type { PayLink } from '#rules/pay-link.ts';
import { toStoredPhone } from '#rules/phone-number.ts';
import { hasSameContent, noticeKey, submissionKey } from '#rules/submission-keys.ts';
import { fromWire } from '#rules/wire.ts';
import { queueAnswer } from './automatic-answer.ts';
import type { LeadDeps } from './lead-deps.ts';
import { noticeSubject } from './notices.ts';
import { findSubmittedLead, insertLead } from './queries/leads.ts';
import { type LeadToStore, toLead } from './stored-lead.ts';

/**
 * Takes a lead from a form, and returns how it is paid for if it is to be; repeating it with the same
 * words succeeds. Throws `id-reused` (409), 422 for a code that can’t be used,
 * 429. After a timeout the insert may still happen: the fallback allows for it.
 */
export async function submitLead(
  deps: LeadDeps,
  { id, ...content }: LeadSubmission,
  visitor: Caller,
): Promise<{ isNew: boolean; payLink: PayLink | undefined }> {
  const lead = { kind: 'lead' as const, id, content };
  const once = submissionKey(lead);
  await countCode(deps, visitor, { code: content.voucherCode, once });
  await deps.limiter.count('submit-lead', visitor, once);
  const outcome = await storeLead(deps, lead);
  if (outcome === 'different') throw idReused(id);
  const payLink = await deps.orders.findForLead(deps.db, id);
  return { isNew: outcome === 'stored', payLink };
}

/**
 * Stores the row, its emails and their jobs in one transaction. Safe to repeat and to call
 * concurrently: for each id, only one call stores and queues.
 */
export async function storeLead(
  deps: LeadDeps,
  lead: LeadToStore,
  receivedAt?: Date,
): Promise<'stored' | 'same' | 'different'> {
  const content = { ...lead.content, ...(await keepKnownAgreement(deps.db, lead.content)) };
  const { origin, saleEndTime, voucherCode, ...words } = content;
  const { recipient, booking: clock } = await deps.readSettings();
  return deps.db.transaction(async (transaction) => {
    const isNew = await insertLead(transaction, {
      id: lead.id,
      ...words,
      ...fromWire(origin ?? {}),
      ...(receivedAt && { createdAt: receivedAt }),
      phone: words.phone && toStoredPhone(words.phone),
    });
    const stored = await findSubmittedLead(transaction, lead.id);
    if (!isNew && stored && !hasSameContent(toLead(stored).content, content)) return 'different';
    const subject = noticeSubject(lead.content, receivedAt ?? deps.now(), clock);
    const payload = { kind: 'lead-notice', leadId: lead.id, mail: noticeKey(lead) } as const;
    await queueMail(deps, transaction, { recipient, subject, payload });
    if (isNew && stored) {
      const at = receivedAt ?? deps.now();
      const entered = toSentCode(voucherCode, receivedAt);
      const asked = { at, saleEndTime: saleEndTime ?? null, entered };
      const hasOrder = await deps.orders.placeForLead(transaction, stored, asked);
      // An order has its own email, about how to pay.
      if (!hasOrder) await queueAnswer(deps, transaction, stored);
    }
    return isNew ? 'stored' : 'same';
  });
}
