import { findLead } from '#server/db/queries/leads.ts';
import { toSubmission } from '#server/services/leads/store-lead.ts';
import { composeLeadNotice } from './compose-notice.ts';
import { type SendQueuedMailDeps, sendQueuedMail } from './send-queued-mail.ts';

/** Sends the notice of a lead, once; none when the lead was deleted. Throws what `sendQueuedMail` throws. */
export function sendLeadNotice(
  deps: SendQueuedMailDeps,
  { leadId, mail: key }: { leadId: string; mail: string },
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient }) {
      const lead = await findLead(transaction, leadId);
      if (!lead) return undefined;
      return composeLeadNotice(toSubmission(lead), { recipient, receivedAt: lead.createdAt });
    },
  });
}
