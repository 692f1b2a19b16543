import { render } from '@react-email/render';
import { createElement } from 'react';
import {
  BookingMail,
  type BookingMailProps,
  bookingMailText,
} from '#features/booking/mails/index.ts';
import { composeNotes } from '#features/booking/rules/index.ts';
import {
  type BookingDeps,
  composeBookingMail,
  toRequestedSession,
} from '#features/booking/server/index.ts';
import { composeLeadNotice, type NoticeOptions } from '#features/leads/server/index.ts';
import { formatMentorTime } from '#features/settings/server/index.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { replyHref } from '#rules/contact-links.ts';
import { shortName, unlinked } from '#rules/mail-text.ts';
import { toStoredPhone } from '#rules/phone-number.ts';
import { noticeKey } from '#rules/submission-keys.ts';
import { formatDateAndClock } from '#rules/time-zone.ts';
import type { Submission } from './submission.ts';

/**
 * Composes the notice of a submission for the mentor. A booking's notice says that it is not in the
 * calendar yet. It has an invitation, unless the session is paid to confirm.
 */
export async function composeNotice(
  { readSettings, orders }: Pick<BookingDeps, 'readSettings' | 'orders'>,
  sent: Submission,
  receivedAt: Date,
): Promise<Mail> {
  const settings = await readSettings();
  const { recipient } = settings;
  switch (sent.kind) {
    case 'lead':
      return composeLeadNotice(sent, { settings, recipient, receivedAt });
    case 'undated-booking':
      return composeUndatedNotice(sent, { settings, recipient, receivedAt });
    case 'booking': {
      const session = toRequestedSession(sent.id, sent.content, settings.offers);
      const isHeld = (await orders.findHoldEnd(session)) !== undefined;
      return composeBookingMail(session, {
        settings,
        recipient,
        receivedAt,
        key: noticeKey(sent),
        kind: isHeld ? 'mentor-unconfirmed-held' : 'mentor-unconfirmed',
        sequence: 0,
      });
    }
  }
}

async function composeUndatedNotice(
  undated: Extract<Submission, { kind: 'undated-booking' }>,
  { settings, recipient, receivedAt }: NoticeOptions,
): Promise<Mail> {
  const { content } = undated;
  const { site, booking: clock, texts } = settings;
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
    payment: null,
    heldUntil: null,
    changeableUntil: null,
    footerLink: null,
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
