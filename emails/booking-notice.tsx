import { NoticeLayout } from './notice-layout.tsx';

export interface BookingNoticeProps {
  siteName: string;
  name: string;
  email: string;
  /** As the visitor's browser wrote it out. */
  bookingDate: string;
  sessionType: string;
  meetingType: string;
  tradingKnowledge: string;
  tradingGoals: string;
  topicsToCover: string;
  receivedAt: string;
  replyHref: string;
}

const facts = (props: BookingNoticeProps) => [
  { label: 'When', value: props.bookingDate },
  { label: 'Session', value: props.sessionType },
  { label: 'Meeting', value: props.meetingType },
  { label: 'Knowledge', value: props.tradingKnowledge },
  { label: 'Goals', value: props.tradingGoals },
  { label: 'Topics', value: props.topicsToCover },
];

/** Tells the mentor of a session that was asked for while it could not be put in the calendar. */
export function BookingNotice(props: BookingNoticeProps) {
  return (
    <NoticeLayout
      preview={`${props.name}: ${props.sessionType}, ${props.bookingDate}`}
      siteName={props.siteName}
      eyebrow="New Mentorship Booking"
      title={props.name}
      rows={[
        { label: 'E-mail', value: props.email, href: `mailto:${encodeURIComponent(props.email)}` },
        ...facts(props),
        { label: 'Received', value: props.receivedAt },
      ]}
      replyHref={props.replyHref}
      footer="asked for through the form on your website"
    />
  );
}

/** The same notice as plain text. */
export function bookingNoticeText(props: BookingNoticeProps): string {
  const rows = [
    { label: 'Name', value: props.name },
    { label: 'E-mail', value: props.email },
    ...facts(props),
    { label: 'Received', value: props.receivedAt },
  ];
  return [
    'New Mentorship Booking',
    '',
    ...rows.map(({ label, value }) => `${`${label}:`.padEnd(11)}${value}`),
    '',
    '-- ',
    `${props.siteName}. Answer this mail to write to ${props.name}.`,
  ].join('\n');
}
