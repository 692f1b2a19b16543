import { leadContent } from '#domain/lead.ts';
import type { Database } from '#server/db/executor.ts';
import { findLead, insertLead, type Lead } from '#server/db/queries/leads.ts';
import { queueDelivery, recordSent } from '#server/db/queries/mail-deliveries.ts';
import type { SendMail } from '#server/jobs/jobs.ts';
import { noticeSubject } from '#server/services/mail/compose-notice.ts';
import {
  hasSameContent,
  type LeadToStore,
  noticeKey,
} from '#server/services/submissions/submission.ts';

export interface StoreLeadDeps {
  db: Database;
  sendMail: SendMail;
  /** Where notices go. */
  recipient: string;
}

interface StoreLeadInput {
  lead: LeadToStore;
  receivedAt?: Date;
  /** Whether the notice went out already, without the database. */
  isMailed: boolean;
}

/** What became of a lead: a new row, a row that was there with the same words, or with other words. */
type StoreLeadOutcome = 'stored' | 'same' | 'different';

/** The row of a lead in the shape it was submitted in. Throws if it breaks today's rules. */
export const toSubmission = (row: Lead): LeadToStore => ({
  kind: 'lead',
  id: row.id,
  content: leadContent.parse(row),
});

/**
 * One transaction: the row, the delivery of its mail, and the job that sends it; all
 * or nothing. Safe to repeat and to race: of any number of calls with one id, one stores
 * and one queues. Throws what the database throws.
 */
export function storeLead(
  { db, sendMail, recipient }: StoreLeadDeps,
  { lead, receivedAt, isMailed }: StoreLeadInput,
): Promise<StoreLeadOutcome> {
  return db.transaction(async (transaction) => {
    const row = { id: lead.id, ...lead.content, ...(receivedAt && { createdAt: receivedAt }) };
    const isNew = await insertLead(transaction, row);
    if (!isNew) {
      const existing = await findLead(transaction, lead.id);
      if (existing && !hasSameContent(toSubmission(existing).content, lead.content))
        return 'different';
    }
    const delivery = { key: noticeKey(lead), recipient, subject: noticeSubject(lead) };
    if (isMailed) await recordSent(transaction, delivery);
    else if (await queueDelivery(transaction, delivery)) {
      await sendMail(transaction, { kind: 'lead-notice', leadId: lead.id, mail: delivery.key });
    }
    return isNew ? 'stored' : 'same';
  });
}
