import { Code, NoticeLayout, Paragraph } from './notice-layout.tsx';

export interface AccountMailProps {
  siteName: string;
  title: string;
  /** What this is for, and what to do when it was not asked for. */
  paragraphs: string[];
  /** The one thing to press. */
  link?: { label: string; href: string };
  /** The code to type in. */
  code?: string;
}

const footer = 'sent because somebody entered this address at the admin sign-in';

/** A mail to somebody who has, or is making, an account of the admin. */
export function AccountMail({ siteName, title, paragraphs, link, code }: AccountMailProps) {
  return (
    <NoticeLayout
      preview={paragraphs[0] ?? title}
      siteName={siteName}
      eyebrow="Admin"
      title={title}
      rows={[]}
      {...(link && { action: link })}
      footer={footer}
    >
      {code !== undefined && <Code>{code}</Code>}
      {paragraphs.map((paragraph) => (
        <Paragraph key={paragraph}>{paragraph}</Paragraph>
      ))}
    </NoticeLayout>
  );
}

/** The same mail as plain text. */
export const accountMailText = ({ siteName, title, paragraphs, link, code }: AccountMailProps) =>
  [
    title,
    '',
    ...(code === undefined ? [] : [`Code: ${code}`, '']),
    ...(link ? [`${link.label}: ${link.href}`, ''] : []),
    paragraphs.join('\n\n'),
    '',
    '-- ',
    `${siteName}, ${footer}.`,
  ].join('\n');
