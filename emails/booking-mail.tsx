import { type BookingMailKind, bookingWords } from './booking-words.ts';
import { type MailAction, NoticeLayout, type NoticeRow } from './notice-layout.tsx';

/** What a mail about a session says. Times are written out, each with its zone. */
export interface BookingMailProps {
  kind: BookingMailKind;
  siteName: string;
  name: string;
  email: string;
  sessionType: string;
  /** On the reader's own clock. */
  when: string;
  /** On the other side's clock, where it is another and known. */
  whenElsewhere: string | null;
  meetingType: string;
  tradingKnowledge: string;
  /** Goals and topics, a line each. */
  notes: string;
  /** When the visitor asked for it, for the mentor. */
  receivedAt: string | null;
  /** To answer the visitor, or to move and cancel. */
  action: MailAction | null;
}

const isForMentor = ({ kind }: BookingMailProps) => kind.startsWith('mentor-');

function toRows(props: BookingMailProps): NoticeRow[] {
  const { email, receivedAt } = props;
  const session = [
    { label: 'Session', value: props.sessionType },
    { label: 'When', value: props.when },
    {
      label: isForMentor(props) ? 'For them' : 'For the mentor',
      value: props.whenElsewhere,
    },
    { label: 'Meeting', value: props.meetingType },
  ];
  if (!isForMentor(props)) return session;
  return [
    { label: 'Email', value: email, href: `mailto:${encodeURIComponent(email)}` },
    ...session,
    { label: 'Knowledge', value: props.tradingKnowledge },
    { label: 'Notes', value: props.notes },
    { label: 'Received', value: receivedAt },
  ];
}

/** Tells a visitor or the mentor of a session: booked, moved, cancelled, soon to come. */
export function BookingMail(props: BookingMailProps) {
  const words = bookingWords(props);
  return (
    <NoticeLayout
      preview={`${props.sessionType}, ${props.when}`}
      siteName={props.siteName}
      eyebrow={words.eyebrow}
      title={words.title}
      {...(words.introduction && { introduction: words.introduction })}
      rows={toRows(props)}
      {...(props.action && { action: props.action })}
      footer={words.footer}
    />
  );
}

/** The same as plain text. */
export function bookingMailText(props: BookingMailProps): string {
  const words = bookingWords(props);
  const facts = toRows(props).flatMap(({ label, value }) =>
    value === null
      ? []
      : [`${`${label}:`.padEnd(16)}${value.replaceAll('\n', `\n${' '.repeat(16)}`)}`],
  );
  const { action } = props;
  return [
    words.eyebrow,
    words.title,
    ...(words.introduction ? ['', words.introduction] : []),
    '',
    ...facts,
    ...(action && !action.href.startsWith('mailto:') ? ['', `${action.label}:`, action.href] : []),
    '',
    '-- ',
    `${props.siteName} · ${words.footer}`,
  ].join('\n');
}
