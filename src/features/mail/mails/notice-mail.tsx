import { render } from '@react-email/render';
import { Box } from './elements.tsx';
import { Code, NoticeLayout, type NoticeRow, Paragraph } from './notice-layout.tsx';

export interface NoticeMailWords {
  /** The line above the title. */
  eyebrow?: string;
  title: string;
  introduction?: string;
  rows?: NoticeRow[];
  /** What this is for, and what to do if it was not requested. */
  paragraphs: string[];
  link?: { label: string; href: string };
  code?: string;
  footer?: string;
}

const asked = 'You’re receiving this because someone entered this address on the sign-in page.';

interface NoticeMailProps extends NoticeMailWords {
  siteName: string;
}

function NoticeMail({ rows = [], footer = asked, eyebrow = 'Admin', ...props }: NoticeMailProps) {
  const { title, introduction, paragraphs, code } = props;
  return (
    <NoticeLayout
      preview={introduction ?? paragraphs[0] ?? title}
      siteName={props.siteName}
      eyebrow={eyebrow}
      title={title}
      introduction={introduction}
      rows={rows}
      action={props.link}
      footer={footer}
    >
      {code !== undefined && <Code>{code}</Code>}
      <Box style={{ marginTop: rows.length > 0 ? 24 : 0 }}>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
      </Box>
    </NoticeLayout>
  );
}

function toText({ rows = [], footer = asked, ...props }: NoticeMailProps): string {
  const { title, introduction, link, code } = props;
  return [
    title,
    '',
    ...(introduction === undefined ? [] : [introduction, '']),
    ...rows.flatMap(({ label, value }) => (value === null ? [] : [`${label}: ${value}`])),
    ...(rows.length === 0 ? [] : ['']),
    ...(code === undefined ? [] : [`Code: ${code}`, '']),
    ...(link ? [`${link.label}: ${link.href}`, ''] : []),
    props.paragraphs.join('\n\n'),
    '',
    '-- ',
    `${props.siteName} · ${footer}`,
  ].join('\n');
}

/** Writes an email about an account, a request or an alert. Replies go to the site's address. */
export async function writeNoticeMail(
  { name, email }: { name: string; email: string },
  words: NoticeMailWords,
) {
  const props = { siteName: name, ...words };
  return {
    replyTo: { name, address: email },
    text: toText(props),
    html: await render(<NoticeMail {...props} />),
  };
}
