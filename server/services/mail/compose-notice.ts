import { render } from '@react-email/components';
import { createElement } from 'react';
import { site } from '#content/site.ts';
import {
  BookingNotice,
  type BookingNoticeProps,
  bookingNoticeText,
} from '#emails/booking-notice.tsx';
import { LeadNotice, type LeadNoticeProps, leadNoticeText } from '#emails/lead-notice.tsx';
import type { Mail } from '#server/mail/mail.ts';
import { formatMentorTime } from '#server/mentor-time.ts';
import { noticeKey, type Submission } from '#server/services/submissions/submission.ts';

const replyHref = (email: string, subject: string) =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`;

/** What a notice is called, before it is written. */
export const noticeSubject = ({ content }: Submission) => `${content.source}: ${content.name}`;

/** Writes the notice of a submission to the mentor, as text and as HTML. */
export async function composeNotice(
  submission: Submission,
  { recipient, receivedAt }: { recipient: string; receivedAt: Date },
): Promise<Mail> {
  const { name, email } = submission.content;
  const shared = {
    siteName: site.name,
    receivedAt: formatMentorTime(receivedAt),
    replyHref: replyHref(email, `${site.name}: ${submission.content.source}`),
  };
  const { html, text } =
    submission.kind === 'lead'
      ? await renderLead({ ...submission.content, ...shared })
      : await renderBooking({ ...toBookingProps(submission.content), ...shared });
  return {
    key: noticeKey(submission),
    to: recipient,
    replyTo: { name, address: email },
    subject: noticeSubject(submission),
    text,
    html,
  };
}

const renderLead = async (props: LeadNoticeProps) => ({
  html: await render(createElement(LeadNotice, props)),
  text: leadNoticeText(props),
});

const renderBooking = async (props: BookingNoticeProps) => ({
  html: await render(createElement(BookingNotice, props)),
  text: bookingNoticeText(props),
});

const toBookingProps = (content: Extract<Submission, { kind: 'booking' }>['content']) => ({
  name: content.name,
  email: content.email,
  bookingDate: content.booking_date,
  sessionType: content.session_type,
  meetingType: content.meeting_type,
  tradingKnowledge: content.trading_knowledge,
  tradingGoals: content.trading_goals,
  topicsToCover: content.topics_to_cover,
});
