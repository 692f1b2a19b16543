import { render } from '@react-email/render';
import { createElement } from 'react';
import type { MentorshipSession } from '#features/availability/server/index.ts';
import {
  BookingMail,
  type BookingMailKind,
  type BookingMailProps,
  bookingMailText,
  composeBookingWords,
} from '#features/booking/mails/booking-mail.tsx';
import { composeInvitation } from '#features/calendars/server/index.ts';
import {
  formatMentorTime,
  formatVisitorTime,
  type ResolvedSettings,
} from '#features/settings/server/index.ts';
import type { Mail } from '#platform/mail/mail.ts';
import {
  describeSettlement,
  describeSettlementToMentor,
  type Settlement,
  unconfirmedAfterCancelling,
} from '#rules/cancellation.ts';
import { replyHref } from '#rules/contact-links.ts';
import { findJoinDetails } from '#rules/joining.ts';
import { mailName, shortName, unlinked } from '#rules/mail-text.ts';
import { formatRand } from '#rules/money.ts';
import type { PayLink } from '#rules/pay-link.ts';
import { whatsAppHref } from '#rules/phone-number.ts';
import { findTimeZone } from '#rules/zoned-time.ts';
import type { BookingMailPayload } from './mail-payloads.ts';

interface BookingMailOptions {
  key: string;
  kind: BookingMailKind;
  recipient: string;
  settings: ResolvedSettings;
  sequence: number;
  receivedAt: Date;
  /** When the hold ends or ended. Null for a confirmed session, which has a calendar entry. */
  heldUntil?: Date | null;
  /** What the mentor writes to the visitor about the change. */
  message?: string | null;
  /** The visitor's private link; absent for a cancelled booking. */
  manageUrl?: string | undefined;
  /** Whether the visitor can still move and cancel it there. */
  isChangeable?: boolean;
  /** Until when they can, if the session was booked late. */
  graceEndsAt?: Date | undefined;
  /** The link to pay for the session, if there is something to pay. */
  payLink?: PayLink | undefined;
  /** What happens to the money of a session that was cancelled, if it was paid. */
  settlement?: Settlement | undefined;
  /** Whether a payment for it was reported and is not confirmed. */
  isUnconfirmed?: boolean;
  /** Says that its order has test money. */
  testText?: string | null | undefined;
  /** What is left of the package that the session belongs to. */
  packageText?: string | null;
  /** Where another session of its package is booked. */
  packageUrl?: string | undefined;
  /** Whether it links to where the visitor can refuse reminders. */
  isRefusable?: boolean;
  /** False for a preview: light colours and a wide screen only. */
  hasStyleSheet?: boolean;
}

/** The kinds of email with a calendar entry, and the method of the entry. */
const calendarMethods: Partial<Record<BookingMailKind, 'REQUEST' | 'CANCEL'>> = {
  'visitor-booked': 'REQUEST',
  'visitor-moved': 'REQUEST',
  'visitor-cancelled': 'CANCEL',
  'visitor-booked-by-mentor': 'REQUEST',
  'visitor-moved-by-mentor': 'REQUEST',
  'visitor-updated-by-mentor': 'REQUEST',
  'visitor-cancelled-by-mentor': 'CANCEL',
  'mentor-booked': 'REQUEST',
  'mentor-moved': 'REQUEST',
  'mentor-cancelled': 'CANCEL',
  'mentor-unconfirmed': 'REQUEST',
  'mentor-conflict': 'CANCEL',
  'mentor-closed': 'CANCEL',
  'mentor-too-many': 'CANCEL',
};

type Occasion = BookingMailPayload['occasion'];

const isByMentor = (occasion: Occasion): occasion is Extract<Occasion, `${string}-by-mentor`> =>
  occasion.endsWith('-by-mentor');

/**
 * Returns the kind of email for one party after a change; undefined for the mentor's own changes.
 */
export function toMailKind(
  audience: BookingMailPayload['audience'],
  occasion: Occasion,
): BookingMailKind | undefined {
  if (audience === 'visitor') return `visitor-${occasion}`;
  // Of a hold that ended they hear nothing: it was never theirs.
  if (occasion === 'released' || occasion === 'released-unconfirmed') return undefined;
  return isByMentor(occasion) ? undefined : `mentor-${occasion}`;
}

/** Returns whether an email says how to join: only if the session is confirmed. */
const isJoinable = (kind: BookingMailKind) =>
  kind === 'visitor-reminder' || calendarMethods[kind] === 'REQUEST';

/** Returns whether an email asks for a payment and says until when. */
const isAboutHold = (kind: BookingMailKind) => /-(held|hold-ending)$/.test(kind);

const isForMentor = (kind: BookingMailKind) => kind.startsWith('mentor-');

/**
 * Returns the time of the session for the reader, and in the other party's time zone if it differs.
 */
function describeTimes(
  at: Date,
  session: Pick<MentorshipSession, 'timeZone'>,
  kind: BookingMailKind,
  { booking: clock }: ResolvedSettings,
) {
  const forMentor = formatMentorTime(at, clock);
  const timeZone = findTimeZone(session.timeZone);
  if (!timeZone || timeZone === clock.timeZone) return { when: forMentor, whenElsewhere: null };
  const forVisitor = formatVisitorTime(at, timeZone);
  return isForMentor(kind)
    ? { when: forMentor, whenElsewhere: forVisitor }
    : { when: forVisitor, whenElsewhere: forMentor };
}

/**
 * Returns the session with only the text that this reader may see, because anyone can book with any
 * email address.
 */
const toShown = (session: MentorshipSession, kind: BookingMailKind): MentorshipSession =>
  isForMentor(kind)
    ? { ...session, name: shortName(session.name), notes: unlinked(session.notes) }
    : { ...session, name: mailName(session.name) ?? '', notes: '' };

/** Returns the subject of an email about a session. */
export const bookingMailSubject = (
  session: MentorshipSession,
  kind: BookingMailKind,
  settings: ResolvedSettings,
) =>
  composeBookingWords({
    ...toShown(session, kind),
    kind,
    ...describeTimes(session.startsAt, session, kind, settings),
    siteName: settings.site.name,
    words: settings.texts.mails,
  }).subject;

/** Returns what an email about a cancellation says about the money. */
function describeMoney(
  kind: BookingMailKind,
  {
    settlement,
    isUnconfirmed,
    testText,
  }: Pick<BookingMailOptions, 'settlement' | 'isUnconfirmed' | 'testText'>,
): string | null {
  if (!settlement) return isUnconfirmed && !isForMentor(kind) ? unconfirmedAfterCancelling : null;
  const text = isForMentor(kind)
    ? describeSettlementToMentor(settlement)
    : describeSettlement(settlement);
  return [text, testText].filter(Boolean).join(' ');
}

/** Returns what the mentor can do: settle the money of a cancelled session, or reply. */
function findMentorAction(
  { email, phone, sessionType }: MentorshipSession,
  { site, calendar }: ResolvedSettings,
  settlement: Settlement | undefined,
): BookingMailProps['action'] {
  if (settlement && settlement.outcome !== 'nothing' && settlement.cents !== null)
    return {
      label: 'Refund or offer another time',
      href: new URL('/admin/money', calendar.siteUrl).href,
    };
  if (email)
    return { label: 'Reply by email', href: replyHref(email, `Re: ${site.name}: ${sessionType}`) };
  const href = phone && whatsAppHref(phone);
  return href ? { label: 'Reply on WhatsApp', href } : null;
}

/** Returns what the visitor can do next. */
function findVisitorAction(
  kind: BookingMailKind,
  {
    settings: { calendar },
    manageUrl,
    isChangeable,
    payLink,
    settlement,
    packageUrl,
  }: Pick<
    BookingMailOptions,
    'settings' | 'manageUrl' | 'isChangeable' | 'payLink' | 'settlement' | 'packageUrl'
  >,
): BookingMailProps['action'] {
  if (isAboutHold(kind) && payLink)
    return { label: 'Pay now', href: new URL(payLink.path, calendar.siteUrl).href };
  if (manageUrl)
    return { label: isChangeable ? 'Move or cancel' : 'See your booking', href: manageUrl };
  if (packageUrl) return { label: 'Book another time', href: packageUrl };
  // A paid session is not booked and paid a second time.
  if (settlement) return { label: 'Contact us', href: new URL('/contact', calendar.siteUrl).href };
  if (kind !== 'visitor-cancelled-by-mentor' && kind !== 'visitor-released') return null;
  return { label: 'Book another time', href: new URL('/mentorship', calendar.siteUrl).href };
}

function findFooterLink(
  kind: BookingMailKind,
  { manageUrl, isRefusable }: Pick<BookingMailOptions, 'manageUrl' | 'isRefusable'>,
): BookingMailProps['footerLink'] {
  if (!manageUrl) return null;
  if (isAboutHold(kind)) return { label: 'See or cancel this session', href: manageUrl };
  return isRefusable
    ? { label: 'No more reminders for this session', href: `${manageUrl}#reminders` }
    : null;
}

/** Writes a mail about a session, as text and as HTML, with its invitation. */
export async function composeBookingMail(
  booked: MentorshipSession,
  {
    key,
    kind,
    recipient,
    settings,
    sequence,
    receivedAt,
    message,
    heldUntil,
    settlement,
    isUnconfirmed = false,
    testText,
    packageText,
    hasStyleSheet,
    ...link
  }: BookingMailOptions,
): Promise<Mail> {
  const session = toShown(booked, kind);
  const { site, booking: rules, texts } = settings;
  const { manageUrl, payLink } = link;
  const { name, email } = session;
  const props: BookingMailProps = {
    ...session,
    ...describeTimes(session.startsAt, session, kind, settings),
    heldUntil:
      heldUntil && isAboutHold(kind)
        ? describeTimes(heldUntil, session, kind, settings).when
        : null,
    changeableUntil:
      link.isChangeable && link.graceEndsAt
        ? describeTimes(link.graceEndsAt, session, kind, settings).when
        : null,
    kind,
    words: texts.mails,
    joinDetails: isJoinable(kind) ? findJoinDetails(session, rules.joining) : null,
    siteName: site.name,
    receivedAt: formatMentorTime(receivedAt, rules),
    message: message ?? null,
    money: packageText ?? describeMoney(kind, { settlement, isUnconfirmed, testText }),
    action: isForMentor(kind)
      ? findMentorAction(session, settings, settlement)
      : findVisitorAction(kind, { settings, settlement, ...link }),
    payment: payLink
      ? {
          value: `${formatRand(payLink.amountCents)}, reference ${payLink.reference}`,
          href: new URL(payLink.path, settings.calendar.siteUrl).href,
          bankRows: payLink.bankRows,
        }
      : null,
    footerLink: findFooterLink(kind, link),
    hasStyleSheet,
  };
  const method = heldUntil ? undefined : calendarMethods[kind];
  return {
    key,
    to: recipient,
    ...(isForMentor(kind)
      ? { replyTo: email ? { name, address: email } : { name: site.name, address: site.email } }
      : { replyTo: { name: site.name, address: site.email } }),
    subject: composeBookingWords(props).subject,
    html: await render(createElement(BookingMail, props)),
    text: bookingMailText(props),
    ...(method && {
      invitation: {
        method,
        content: composeInvitation(session, {
          settings,
          method,
          sequence,
          mentorEmail: isForMentor(kind) ? recipient : site.email,
          ...(manageUrl && { manageUrl }),
        }),
      },
    }),
  };
}
