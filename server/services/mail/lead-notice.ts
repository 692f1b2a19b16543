import { render } from '@react-email/components';
import { createElement } from 'react';
import { site } from '#content/site.ts';
import { replyHref } from '#domain/contact-links.ts';
import { shortName, unlinked } from '#domain/mail-text.ts';
import { LeadNotice, leadNoticeText } from '#emails/lead-notice.tsx';
import { findLead } from '#server/db/queries/leads.ts';
import type { Mail } from '#server/mail/mail.ts';
import { formatMentorTime } from '#server/mentor-time.ts';
import { type LeadToStore, noticeKey, toLead } from '#server/services/submissions/submission.ts';
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
      return composeLeadNotice(toLead(lead), { recipient, receivedAt: lead.createdAt });
    },
  });
}

/** Returns what a notice is called, before it is written. */
export const noticeSubject = ({ content }: LeadToStore) =>
  `${content.source}: ${shortName(content.name)}`;

/** Writes the notice of a lead, as text and as HTML. */
export async function composeLeadNotice(
  lead: LeadToStore,
  { recipient, receivedAt }: { recipient: string; receivedAt: Date },
): Promise<Mail> {
  const { email, source, phone, message } = lead.content;
  const name = shortName(lead.content.name);
  const props = {
    name,
    email,
    source,
    phone: phone && unlinked(phone),
    message: message && unlinked(message),
    siteName: site.name,
    receivedAt: formatMentorTime(receivedAt),
    replyHref: replyHref(email, `Re: ${site.name}: ${source}`),
  };
  return {
    key: noticeKey(lead),
    to: recipient,
    replyTo: { name, address: email },
    subject: noticeSubject(lead),
    text: leadNoticeText(props),
    html: await render(createElement(LeadNotice, props)),
  };
}
