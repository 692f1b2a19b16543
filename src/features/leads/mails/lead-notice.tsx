import { NoticeLayout, Quote } from '#features/mail/mails/index.ts';

export interface LeadNoticeProps {
  siteName: string;
  name: string;
  email: string;
  phone: string | null;
  source: string;
  /** The title of the course that an inquiry is about, if it is known. */
  course?: string | undefined;
  message: string | null;
  /** In the mentor's time zone, including its name. */
  receivedAt: string;
  replyHref: string;
}

/** The email to the mentor about a message or a purchase inquiry. */
export function LeadNotice(props: LeadNoticeProps) {
  return (
    <NoticeLayout
      preview={props.message ?? `${props.source}: ${props.name}`}
      siteName={props.siteName}
      eyebrow={props.source}
      title={props.name}
      rows={[
        { label: 'Email', value: props.email, href: `mailto:${encodeURIComponent(props.email)}` },
        { label: 'Phone', value: props.phone },
        { label: 'Course', value: props.course ?? null },
        { label: 'Received', value: props.receivedAt },
      ]}
      action={{ label: 'Reply by email', href: props.replyHref }}
      footer="You’re receiving this because someone sent the form on your website."
    >
      {props.message && <Quote text={props.message} />}
    </NoticeLayout>
  );
}

/** Returns the same email as plain text. */
export const leadNoticeText = (props: LeadNoticeProps) =>
  [
    props.source,
    '',
    `Name:     ${props.name}`,
    `Email:    ${props.email}`,
    ...(props.phone ? [`Phone:    ${props.phone}`] : []),
    ...(props.course ? [`Course:   ${props.course}`] : []),
    `Received: ${props.receivedAt}`,
    ...(props.message ? ['', props.message] : []),
    '',
    '-- ',
    `${props.siteName} · Reply to this email to answer ${props.name}.`,
  ].join('\n');
