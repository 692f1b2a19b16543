import {
  Closing,
  type MailAction,
  NoticeLayout,
  type NoticeRow,
  Quote,
} from '#features/mail/mails/index.ts';
import { fillMailWords, type MailWords } from '#features/settings/rules/index.ts';
import { findJoinLink } from '#rules/joining.ts';

/** The heading of each email to a visitor, and how it goes on after the greeting. */
const visitorMails = {
  'visitor-held': {
    eyebrow: 'Your session is held',
    introduction:
      'we’re holding this session for you. Pay by the time below to confirm it, and we’ll send your calendar invitation. If you don’t, the slot opens up again.',
    subject: 'Pay to confirm',
  },
  'visitor-hold-ending': {
    eyebrow: 'Your session is waiting for your payment',
    introduction:
      'we haven’t received your payment yet. Pay by the time below to confirm this session. If you don’t, the slot opens up again.',
    subject: 'Still to pay',
  },
  'visitor-released': {
    eyebrow: 'Your session was not paid in time',
    introduction:
      'we didn’t receive your payment in time, so we’ve released your slot. You can book another time. If you’ve already paid, don’t worry: we’ll be in touch.',
    subject: 'Not paid in time',
  },
  'visitor-released-unconfirmed': {
    eyebrow: 'Your payment could not be confirmed',
    introduction:
      'the payment provider didn’t confirm your payment in time, so we’ve released your slot. If your payment arrives, we’ll contact you about another time or refund you. Please don’t pay again.',
    subject: 'Payment not confirmed',
  },
  'visitor-moved': {
    eyebrow: 'Your session has moved',
    introduction: 'this is the new time. The attached invitation replaces the earlier one.',
    subject: 'Moved',
  },
  'visitor-cancelled': {
    eyebrow: 'Your session is cancelled',
    introduction: 'your session below is cancelled.',
    subject: 'Cancelled',
  },
  'visitor-booked-by-mentor': {
    eyebrow: 'Your session is booked',
    introduction:
      'your mentor has booked this session for you. The invitation is attached for your calendar.',
    subject: 'Booked',
  },
  'visitor-moved-by-mentor': {
    eyebrow: 'Your session has moved',
    introduction:
      'your mentor has moved your session. This is the new time. The attached invitation replaces the earlier one.',
    subject: 'Moved',
  },
  'visitor-cancelled-by-mentor': {
    eyebrow: 'Your session is cancelled',
    introduction: 'your mentor has cancelled the session below.',
    subject: 'Cancelled',
  },
  'visitor-updated-by-mentor': {
    eyebrow: 'Your session has changed',
    introduction:
      'the details of your session have changed. The attached invitation replaces the earlier one.',
    subject: 'Updated',
  },
};

/** The emails whose text the mentor can change. */
const ownWords = { 'visitor-booked': 'confirmation', 'visitor-reminder': 'reminder' } as const;

const mentorMails = {
  'mentor-booked': { eyebrow: 'New Mentorship Booking', introduction: null },
  'mentor-held': {
    eyebrow: 'Session held',
    introduction:
      'This session isn’t confirmed yet. It’s on hold until the client pays. You’ll get the invitation then; if they don’t pay, the slot opens up again.',
  },
  'mentor-moved': {
    eyebrow: 'Booking moved',
    introduction: 'The client chose another time.',
  },
  'mentor-cancelled': {
    eyebrow: 'Booking cancelled',
    introduction: 'The client cancelled. The slot is open again.',
  },
  'mentor-unconfirmed': {
    eyebrow: 'New Mentorship Booking',
    introduction:
      'This arrived while the website’s database was down. It will be added to your calendar. If the time is taken, we’ll email you.',
  },
  'mentor-unconfirmed-held': {
    eyebrow: 'New Mentorship Booking',
    introduction:
      'This arrived while the website’s database was down. Once the database is back, we hold the session and ask the client to pay. You’ll get the invitation when they pay. If the time is taken, we’ll email you.',
  },
  'mentor-conflict': {
    eyebrow: 'Time already taken',
    introduction:
      'This request arrived while the website’s database was down, and the time is already taken. It is NOT in your calendar, and the client doesn’t know. Agree on another time with them.',
  },
  'mentor-closed': {
    eyebrow: 'Outside your hours',
    introduction:
      'This request arrived while the website’s database was down, and you are not available at that time. It is NOT in your calendar, and the client doesn’t know. Agree on another time with them, or add the booking yourself.',
  },
  'mentor-too-many': {
    eyebrow: 'Not in the calendar',
    introduction:
      'This request arrived while the website’s database was down, and this email address already has the maximum number of upcoming sessions. It is NOT in your calendar, and the client doesn’t know. Contact them if the session should take place.',
  },
  'mentor-undated': {
    eyebrow: 'New Mentorship Booking',
    introduction:
      'This request has no exact date, so it is not in your calendar. Agree on a time with the client.',
  },
};

/** Every email about a session: the recipient and the occasion. */
export type BookingMailKind =
  | keyof typeof visitorMails
  | keyof typeof ownWords
  | keyof typeof mentorMails;

/** The content of an email about a session. Times are formatted, each with its time zone. */
export interface BookingMailProps {
  kind: BookingMailKind;
  /** A name that is safe to show to this reader; may be empty. */
  name: string;
  sessionType: string;
  /** As the offer states it; null if unknown. */
  sessionPrice: string | null;
  when: string;
  /** Until when the visitor can change it; null unless that is soon after booking. */
  changeableUntil: string | null;
  /** Until when it can be paid for; null where nothing is held. */
  heldUntil: string | null;
  siteName: string;
  /** The mentor's own texts. */
  words: Record<'confirmation' | 'reminder', MailWords>;
  /** Null if the mentor added the booking without one: then only the mentor gets emails. */
  email: string | null;
  /** In E.164; shown to the mentor. */
  phone: string | null;
  /** The time in the other party's time zone, if known and different. */
  whenElsewhere: string | null;
  meetingType: string;
  /** How to join: a link, a number, or a short text. */
  joinDetails: string | null;
  tradingKnowledge: string;
  /** Goals and topics, one line each. */
  notes: string;
  /** What happens to the money of a session that was cancelled. */
  money?: string | null;
  /** The mentor's message to the visitor, if any. */
  message: string | null;
  /** When the visitor sent the request; shown to the mentor. */
  receivedAt: string | null;
  /** Lets the mentor reply, or the visitor move and cancel. */
  action: MailAction | null;
  /** What is to be paid, and where; null for nothing. */
  payment: { value: string; href: string; bankRows: NoticeRow[] } | null;
  /** What else the visitor can do: refuse reminders, or see what is held. */
  footerLink: MailAction | null;
  /** False for an email in only the light colours of a wide screen. */
  hasStyleSheet?: boolean | undefined;
}

const isForMentor = (kind: BookingMailKind): kind is keyof typeof mentorMails =>
  kind in mentorMails;

const hasOwnWords = (kind: BookingMailKind): kind is keyof typeof ownWords => kind in ownWords;

type BookingMailHead = Pick<
  BookingMailProps,
  'kind' | 'name' | 'sessionType' | 'when' | 'meetingType' | 'siteName' | 'words' | 'money'
>;

const joinSentences = (...sentences: (string | null | undefined)[]) =>
  sentences.filter(Boolean).join(' ') || null;

const visitorFooter = 'You’re receiving this because you booked a session.';

/** Returns the subject, the heading and the texts of an email. */
export function composeBookingWords({ kind, name, sessionType, when, ...head }: BookingMailHead) {
  if (isForMentor(kind)) {
    const { eyebrow, introduction } = mentorMails[kind];
    // The text already names the time zone.
    const subject = `${eyebrow}: ${name}, ${when.replace(/ \([^()]*\)$/, '')}`;
    const footer = 'You’re receiving this because of a booking on your website.';
    return {
      subject,
      eyebrow,
      title: name,
      introduction: joinSentences(introduction, head.money),
      closing: null,
      footer,
    };
  }
  if (hasOwnWords(kind)) {
    const { subject, heading, introduction, closing } = head.words[ownWords[kind]];
    const site = head.siteName;
    const facts = { name, session: sessionType, time: when, meeting: head.meetingType, site };
    const fill = (text: string) => fillMailWords(text, facts);
    return {
      subject: fill(subject),
      eyebrow: fill(heading),
      title: sessionType,
      introduction: fill(introduction),
      closing: fill(closing) || null,
      footer: visitorFooter,
    };
  }
  const { eyebrow, introduction, subject } = visitorMails[kind];
  return {
    subject: `${subject}: ${sessionType}, ${when}`,
    eyebrow,
    title: sessionType,
    introduction: joinSentences(`${name ? `Hello ${name}` : 'Hello'}, ${introduction}`, head.money),
    closing: null,
    footer: visitorFooter,
  };
}

function toRows(props: BookingMailProps): NoticeRow[] {
  const { email, phone } = props;
  const { bankRows = [], ...payment } = props.payment ?? {};
  const isVisitor = !isForMentor(props.kind);
  const joinLink = findJoinLink(props.joinDetails);
  const session = [
    { label: 'Session', value: props.sessionType },
    { label: 'Price', value: props.sessionPrice },
    { label: 'When', value: props.when },
    { label: isVisitor ? 'Mentor’s time' : 'Client’s time', value: props.whenElsewhere },
    { label: 'Held until', value: props.heldUntil },
    { label: 'Change by', value: props.changeableUntil },
    { label: 'Meeting', value: props.meetingType },
    { label: 'Join', value: props.joinDetails, ...(joinLink && { href: joinLink }) },
    { label: 'To pay', value: null, ...payment },
  ];
  if (isVisitor) return [...session, ...bankRows];
  return [
    { label: 'Email', value: email, ...(email && { href: `mailto:${encodeURIComponent(email)}` }) },
    { label: 'Phone', value: phone, ...(phone && { href: `tel:${phone}` }) },
    ...session,
    { label: 'Knowledge', value: props.tradingKnowledge },
    { label: 'Notes', value: props.notes || null },
    { label: 'Received', value: props.receivedAt },
  ];
}

/** The email to a visitor or the mentor about a session: booked, moved, cancelled, upcoming. */
export function BookingMail(props: BookingMailProps) {
  const { closing, subject: _, ...words } = composeBookingWords(props);
  return (
    <NoticeLayout
      {...words}
      preview={`${props.sessionType}, ${props.when}`}
      siteName={props.siteName}
      rows={toRows(props)}
      action={props.action}
      footerLink={props.footerLink}
      hasStyleSheet={props.hasStyleSheet}
    >
      {props.message && <Quote text={props.message} />}
      {closing && <Closing text={closing} />}
    </NoticeLayout>
  );
}

/** Returns the same email as plain text. */
export function bookingMailText(props: BookingMailProps): string {
  const { eyebrow, title, introduction, closing, footer } = composeBookingWords(props);
  const indent = ' '.repeat(16);
  const facts = toRows(props).flatMap(({ label, value }) =>
    value === null ? [] : [`${`${label}:`.padEnd(16)}${value.replaceAll('\n', `\n${indent}`)}`],
  );
  const { action, message, footerLink } = props;
  return [
    eyebrow,
    title,
    ...(introduction ? ['', introduction] : []),
    '',
    ...facts,
    ...(message ? ['', message] : []),
    ...(closing ? ['', closing] : []),
    ...(props.payment ? ['', 'Pay:', props.payment.href] : []),
    ...(action && !/^mailto:/.test(action.href) && action.href !== props.payment?.href
      ? ['', `${action.label}:`, action.href]
      : []),
    '',
    '-- ',
    `${props.siteName} · ${footer}`,
    ...(footerLink ? [`${footerLink.label}:`, footerLink.href] : []),
  ].join('\n');
}
