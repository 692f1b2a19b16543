import { render } from '@react-email/render';
import { createElement } from 'react';
import {
  BookingMail,
  type BookingMailProps,
  bookingMailText,
} from '#features/booking/mails/booking-mail.tsx';
import { composeNotes } from '#features/booking/rules/booking.ts';
import { toRequestedSession } from '#features/booking/server/mentorship-session.ts';
import { LeadNotice, leadNoticeText } from '#features/leads/mails/lead-notice.tsx';
import { replyHref } from '#features/leads/rules/contact-links.ts';
import type { LeadContent } from '#features/leads/rules/lead.ts';
import { leadSources } from '#features/leads/rules/lead-sources.ts';
import { findLead, type Lead } from '#features/leads/server/queries/leads.ts';
import {
  type LeadToStore,
  noticeKey,
  type Submission,
  toLead,
} from '#features/leads/server/submission.ts';
import { formatMentorTime, type MentorClock } from '#features/settings/server/mentor-time.ts';
import type { SiteFacts } from '#features/settings/server/site-facts.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { shortName, unlinked } from '#rules/mail-text.ts';
import { toStoredPhone } from '#rules/phone-number.ts';
import { formatDateAndClock } from '#rules/time-zone.ts';
import type { ServiceDeps } from '#server/service-deps.ts';
import { composeBookingMail } from './compose-booking-mail.ts';
import { sendQueuedMail } from './outbox.ts';

/** Sends the notice of a lead, once; none when the lead was deleted or the mentor wants none. Throws what `sendQueuedMail` throws. */
export function sendLeadNotice(
  deps: ServiceDeps,
  { leadId, mail: key }: { leadId: string; mail: string },
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient }) {
      const lead = await findLead(transaction, leadId);
      const facts = await deps.readFacts();
      if (!lead || !isWanted(lead, facts)) return undefined;
      return composeLeadNotice(toLead(lead), { facts, recipient, receivedAt: lead.createdAt });
    },
  });
}

const isWanted = ({ source }: Lead, { site: { notices } }: SiteFacts) =>
  source === leadSources.contact ? notices.message : notices.inquiry;

/** Returns the subject of a notice: what it is about, who wrote, and when. */
export const noticeSubject = (
  { source, name }: Pick<LeadContent, 'source' | 'name'>,
  receivedAt: Date,
  { timeZone }: MentorClock,
) => `${source}: ${shortName(name)}, ${formatDateAndClock(receivedAt, timeZone)}`;

interface NoticeOptions {
  facts: SiteFacts;
  recipient: string;
  receivedAt: Date;
}

/** Writes the notice of a submission to the mentor; that of a booking says that it is not in the calendar yet. */
export async function composeNotice(
  sent: Submission,
  { facts, receivedAt }: Omit<NoticeOptions, 'recipient'>,
): Promise<Mail> {
  const { recipient } = facts;
  switch (sent.kind) {
    case 'lead':
      return composeLeadNotice(sent, { facts, recipient, receivedAt });
    case 'undated-booking':
      return composeUndatedNotice(sent, { facts, recipient, receivedAt });
    case 'booking':
      return composeBookingMail(toRequestedSession(sent.id, sent.content, facts.offers), {
        ...{ facts, recipient, receivedAt },
        key: noticeKey(sent),
        kind: 'mentor-unconfirmed',
        sequence: 0,
      });
  }
}

async function composeUndatedNotice(
  undated: Extract<Submission, { kind: 'undated-booking' }>,
  { facts, recipient, receivedAt }: NoticeOptions,
): Promise<Mail> {
  const { content } = undated;
  const { site, booking: clock, texts } = facts;
  const { email, source } = content;
  const name = shortName(content.name);
  const props: BookingMailProps = {
    kind: 'mentor-undated',
    words: texts.mails,
    joinDetails: null,
    siteName: site.name,
    name,
    email,
    phone: content.phone ? toStoredPhone(content.phone) : null,
    sessionType: unlinked(content.session_type),
    sessionPrice: null,
    when: unlinked(content.booking_date),
    whenElsewhere: null,
    meetingType: content.meeting_type,
    tradingKnowledge: content.trading_knowledge,
    notes: unlinked(composeNotes(content.trading_goals, content.topics_to_cover)),
    receivedAt: formatMentorTime(receivedAt, clock),
    message: null,
    remindersHref: null,
    action: { label: 'Reply by email', href: replyHref(email, `Re: ${site.name}: ${source}`) },
  };
  return {
    key: noticeKey(undated),
    to: recipient,
    replyTo: { name, address: email },
    subject: `${source}: ${name}, ${formatDateAndClock(receivedAt, clock.timeZone)}`,
    text: bookingMailText(props),
    html: await render(createElement(BookingMail, props)),
  };
}

async function composeLeadNotice(
  lead: LeadToStore,
  { facts, recipient, receivedAt }: NoticeOptions,
): Promise<Mail> {
  const { site, booking: clock } = facts;
  const { email, source, phone, message } = lead.content;
  const name = shortName(lead.content.name);
  const props = {
    name,
    email,
    source,
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
