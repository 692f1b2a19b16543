import { Section } from '@react-email/components';
import { Code, NoticeLayout, type NoticeRow, Paragraph } from './notice-layout.tsx';

export interface AccountMailProps {
  siteName: string;
  title: string;
  /** What has happened, before its particulars. */
  introduction?: string;
  /** When and from where. */
  rows?: NoticeRow[];
  /** What this is for, and what to do when it was not asked for. */
  paragraphs: string[];
  /** The one thing to press. */
  link?: { label: string; href: string };
  /** The code to type in. */
  code?: string;
  /** Why this mail was sent. */
  footer?: string;
}

const asked = 'sent because somebody entered this address at the admin sign-in';

/** A mail to somebody who has, or is making, an account of the admin. */
export function AccountMail({
  siteName,
  title,
  introduction,
  rows = [],
  paragraphs,
  link,
  code,
  footer = asked,
}: AccountMailProps) {
  return (
    <NoticeLayout
      preview={introduction ?? paragraphs[0] ?? title}
      siteName={siteName}
      eyebrow="Admin"
      title={title}
      introduction={introduction}
      rows={rows}
      action={link}
      footer={footer}
    >
      {code !== undefined && <Code>{code}</Code>}
      <Section style={{ marginTop: rows.length > 0 ? 24 : 0 }}>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
      </Section>
    </NoticeLayout>
  );
}

/** The same mail as plain text. */
export const accountMailText = ({
  siteName,
  title,
  introduction,
  rows = [],
  paragraphs,
  link,
  code,
  footer = asked,
}: AccountMailProps) =>
  [
    title,
    '',
    ...(introduction === undefined ? [] : [introduction, '']),
    ...rows.map(({ label, value }) => `${label}: ${value}`),
    ...(rows.length === 0 ? [] : ['']),
    ...(code === undefined ? [] : [`Code: ${code}`, '']),
    ...(link ? [`${link.label}: ${link.href}`, ''] : []),
    ...[paragraphs.join('\n\n'), '', '-- ', `${siteName}, ${footer}.`],
  ].join('\n');
