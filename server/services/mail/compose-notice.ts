import { render } from '@react-email/components';
import { createElement } from 'react';
import { site } from '#content/site.ts';
import { composeNotes } from '#domain/booking.ts';
import { replyHref } from '#domain/contact-links.ts';
import { shortName, unlinked } from '#domain/mail-text.ts';
import { BookingMail, type BookingMailProps, bookingMailText } from '#emails/booking-mail.tsx';
import type { Mail } from '#server/mail/mail.ts';
import { formatMentorTime } from '#server/mentor-time.ts';
import { toRequestedSession } from '#server/services/bookings/mentorship-session.ts';
import type { CalendarIdentity } from '#server/services/service-deps.ts';
import { noticeKey, type Submission } from '#server/services/submissions/submission.ts';
import { composeBookingMail } from './compose-booking-mail.ts';
import { composeLeadNotice } from './lead-notice.ts';

interface NoticeOptions {
  recipient: string;
  receivedAt: Date;
  calendar: CalendarIdentity;
}

/** Writes the notice of a submission to the mentor; that of a booking says that it is not in the calendar yet. */
export async function composeNotice(
  sent: Submission,
  { calendar, recipient, receivedAt }: NoticeOptions,
): Promise<Mail> {
  switch (sent.kind) {
    case 'lead':
      return composeLeadNotice(sent, { recipient, receivedAt });
    case 'undated-booking':
      return composeUndatedNotice(sent, { recipient, receivedAt });
    case 'booking':
      return composeBookingMail(toRequestedSession(sent.id, sent.content), {
        ...{ calendar, recipient, receivedAt },
        key: noticeKey(sent),
        kind: 'mentor-unconfirmed',
        sequence: 0,
      });
  }
}

async function composeUndatedNotice(
  undated: Extract<Submission, { kind: 'undated-booking' }>,
  { recipient, receivedAt }: Pick<NoticeOptions, 'recipient' | 'receivedAt'>,
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
