import { render } from '@react-email/components';
import { createElement } from 'react';
import { site } from '#content/site.ts';
import { composeNotes } from '#domain/booking.ts';
import { replyHref } from '#domain/contact-links.ts';
import { shortName, unlinked } from '#domain/mail-text.ts';
import { BookingMail, type BookingMailProps, bookingMailText } from '#emails/booking-mail.tsx';
import { LeadNotice, leadNoticeText } from '#emails/lead-notice.tsx';
import type { Mail } from '#server/mail/mail.ts';
import { formatMentorTime } from '#server/mentor-time.ts';
import { toRequestedSession } from '#server/services/bookings/mentorship-session.ts';
import {
  type LeadToStore,
  noticeKey,
  type Submission,
} from '#server/services/submissions/submission.ts';
import { composeBookingMail } from './compose-booking-mail.ts';
import type { CalendarIdentity } from './compose-invitation.ts';

interface NoticeOptions {
  recipient: string;
  receivedAt: Date;
}

/** What a notice is called, before it is written. */
export const noticeSubject = ({ content }: LeadToStore) =>
  `${content.source}: ${shortName(content.name)}`;

/**
 * Writes the notice of a submission to the mentor, as text and as HTML. That of a booking
 * says that it is not in the calendar yet: one that is has its notice by `composeBookingMail`.
 */
export async function composeNotice(
  sent: Submission,
  { calendar, ...options }: NoticeOptions & { calendar: CalendarIdentity },
): Promise<Mail> {
  switch (sent.kind) {
    case 'lead':
      return composeLeadNotice(sent, options);
    case 'undated-booking':
      return composeUndatedNotice(sent, options);
    case 'booking': {
      const session = toRequestedSession(sent.id, sent.content);
      const key = noticeKey(sent);
      return composeBookingMail(session, {
        ...options,
        calendar,
        key,
        kind: 'mentor-unconfirmed',
        sequence: 0,
      });
    }
  }
}

/** Writes the notice of a lead. */
export async function composeLeadNotice(
  lead: LeadToStore,
  { recipient, receivedAt }: NoticeOptions,
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

async function composeUndatedNotice(
  undated: Extract<Submission, { kind: 'undated-booking' }>,
  { recipient, receivedAt }: NoticeOptions,
): Promise<Mail> {
  const { content } = undated;
  const { email, source } = content;
  const name = shortName(content.name);
  const props: BookingMailProps = {
    kind: 'mentor-undated',
    siteName: site.name,
    name,
    email,
    sessionType: unlinked(content.session_type),
    when: unlinked(content.booking_date),
    whenElsewhere: null,
    meetingType: content.meeting_type,
    tradingKnowledge: content.trading_knowledge,
    notes: unlinked(composeNotes(content.trading_goals, content.topics_to_cover)),
    receivedAt: formatMentorTime(receivedAt),
    action: { label: 'Reply by email', href: replyHref(email, `Re: ${site.name}: ${source}`) },
  };
  return {
    key: noticeKey(undated),
    to: recipient,
    replyTo: { name, address: email },
    subject: `${source}: ${name}`,
    text: bookingMailText(props),
    html: await render(createElement(BookingMail, props)),
  };
}
