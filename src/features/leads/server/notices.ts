import { render } from '@react-email/render';
import { createElement } from 'react';
import { findCourse } from '#features/content/server/index.ts';
import { LeadNotice, leadNoticeText } from '#features/leads/mails/lead-notice.tsx';
import type { LeadContent } from '#features/leads/rules/lead.ts';
import { type MailDeps, sendQueuedMail } from '#features/mail/server/index.ts';
import {
  formatMentorTime,
  type MentorClock,
  type ResolvedSettings,
} from '#features/settings/server/index.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { replyHref } from '#rules/contact-links.ts';
import { leadSources } from '#rules/lead-sources.ts';
import { shortName, unlinked } from '#rules/mail-text.ts';
import { noticeKey } from '#rules/submission-keys.ts';
import { formatDateAndClock } from '#rules/time-zone.ts';
import { findLead, type Lead } from './queries/leads.ts';
import { type LeadToStore, toLead } from './stored-lead.ts';

/**
 * Sends the notice of a lead, once. Sends nothing if the lead was deleted or the mentor wants no
 * notices. Throws what `sendQueuedMail` throws.
 */
export function sendLeadNotice(
  deps: MailDeps,
  { leadId, mail: key }: { leadId: string; mail: string },
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient }) {
      const lead = await findLead(transaction, leadId);
      const settings = await deps.readSettings();
      if (!lead || !isWanted(lead, settings)) return undefined;
      const course = lead.courseId ? await findCourse(transaction, lead.courseId) : undefined;
      const { createdAt: receivedAt } = lead;
      const about = { settings, recipient, receivedAt, course: course?.title };
      return composeLeadNotice(toLead(lead), about);
    },
  });
}

const isWanted = ({ source }: Lead, { site: { notices } }: ResolvedSettings) =>
  source === leadSources.contact ? notices.message : notices.inquiry;

/** Returns the subject of a notice: the topic, the sender, and the time. */
export const noticeSubject = (
  { source, name }: Pick<LeadContent, 'source' | 'name'>,
  receivedAt: Date,
  { timeZone }: MentorClock,
) => `${source}: ${shortName(name)}, ${formatDateAndClock(receivedAt, timeZone)}`;

export interface NoticeOptions {
  settings: ResolvedSettings;
  recipient: string;
  receivedAt: Date;
  /** The title of the course that an inquiry is about, if it is known. */
  course?: string | undefined;
}

/** Composes the notice of a lead for the mentor. */
export async function composeLeadNotice(
  lead: LeadToStore,
  { settings, recipient, receivedAt, course }: NoticeOptions,
): Promise<Mail> {
  const { site, booking: clock } = settings;
  const { email, source, phone, message } = lead.content;
  const name = shortName(lead.content.name);
  const props = {
    name,
    email,
    source,
    course: course && unlinked(course),
    phone: phone && unlinked(phone),
    message: message && unlinked(message),
    siteName: site.name,
    receivedAt: formatMentorTime(receivedAt, clock),
    replyHref: replyHref(email, `Re: ${site.name}: ${source}`),
  };
  return {
    key: noticeKey(lead),
    to: recipient,
    replyTo: { name, address: email },
    subject: noticeSubject(lead.content, receivedAt, clock),
    text: leadNoticeText(props),
    html: await render(createElement(LeadNotice, props)),
  };
}
