import type { Database } from '#server/db/executor.ts';
import { findLead } from '#server/db/queries/leads.ts';
import type { DeliverOnce } from '#server/mail/deliver-once.ts';
import { toSubmission } from '#server/services/leads/store-lead.ts';
import { composeNotice } from './compose-notice.ts';
import { sendOwedMail } from './send-owed-mail.ts';

interface SendLeadNoticeDeps {
  db: Database;
  deliverOnce: DeliverOnce;
}

/** Sends the notice of a lead, once. A lead that was deleted first is owed none. */
export function sendLeadNotice(
  deps: SendLeadNoticeDeps,
  { leadId, mail: key }: { leadId: string; mail: string },
): Promise<void> {
  return sendOwedMail(deps, key, async ({ recipient }, transaction) => {
    const lead = await findLead(transaction, leadId);
    if (!lead) return undefined;
    return composeNotice(toSubmission(lead), { recipient, receivedAt: lead.createdAt });
  });
}
