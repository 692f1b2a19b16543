import type { CSSProperties, ReactNode } from 'react';
import { Box, Button, Lines, Preview } from './elements.tsx';

const serif = "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif";
const sans = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const monospace = "ui-monospace, 'SF Mono', Menlo, Consolas, monospace";

const colour = {
  page: '#f6f2ea',
  card: '#fffdf9',
  ink: '#1d1912',
  quiet: '#6b6250',
  line: '#e6dcc8',
  gold: '#8a6412',
};

/** For mail programs with a dark mode; others keep the light colours. */
const darkMode = `
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #14110c !important; }
  .card > tbody > tr > td { background-color: transparent !important; }
  .card { background-color: #1d1912 !important; border-color: #3a3222 !important; }
  .ink { color: #f4ecdc !important; }
  .quiet { color: #b3a78f !important; }
  .gold { color: #d9b45b !important; }
  .line { border-color: #3a3222 !important; }
  .quote { border-color: #d9b45b !important; }
  .button { background-color: #d9b45b !important; color: #14110c !important; }
}`;

/** On phones a value is below its label, because dates with time zones need the full width. */
const narrow = `
@media (max-width: 480px) {
  .card { padding-left: 20px !important; padding-right: 20px !important; }
  .label, .value { display: block !important; width: auto !important; }
  .label { padding-bottom: 0 !important; }
  .value { border-top: 0 !important; padding-top: 2px !important; }
}`;

/** Returns the props of a text: its colour in both modes, its size and line height in pixels. */
const textLook = (
  color: 'ink' | 'quiet' | 'gold',
  fontSize: number,
  lineHeight: number,
  more: CSSProperties,
) => ({
  className: color,
  style: { color: colour[color], fontSize, lineHeight: `${lineHeight}px`, ...more },
});

/** Returns the same for a cell of the facts, with a line above. */
const cellLook = (
  name: 'label' | 'value',
  ...[color, fontSize, lineHeight, more]: Parameters<typeof textLook>
) => {
  const borderTop = `1px solid ${colour.line}`;
  const look = textLook(color, fontSize, lineHeight, { borderTop, verticalAlign: 'top', ...more });
  return { ...look, className: `${color} line ${name}` };
};

const look = {
  page: { className: 'page', style: { backgroundColor: colour.page, margin: 0, padding: 0 } },
  pageCell: { backgroundColor: colour.page, padding: '32px 12px', fontFamily: sans },
  card: {
    className: 'card',
    style: {
      backgroundColor: colour.card,
      border: `1px solid ${colour.line}`,
      borderRadius: 6,
      maxWidth: 560,
      padding: '36px 32px 28px',
    },
  },
  eyebrow: textLook('gold', 12, 18, {
    letterSpacing: '0.14em',
    margin: 0,
    textTransform: 'uppercase',
  }),
  title: textLook('ink', 28, 36, { fontFamily: serif, fontWeight: 400, margin: '8px 0 24px' }),
  introduction: textLook('ink', 15, 24, { margin: '0 0 20px' }),
  label: cellLook('label', 'quiet', 13, 20, { padding: '10px 12px 10px 0', width: 108 }),
  value: cellLook('value', 'ink', 15, 22, { padding: '9px 0', wordBreak: 'break-word' }),
  link: { className: 'gold', style: { color: colour.gold, textDecoration: 'none' } },
  paragraph: textLook('ink', 16, 26, { margin: '0 0 14px' }),
  code: textLook('ink', 32, 40, {
    fontFamily: monospace,
    letterSpacing: '0.08em',
    margin: '0 0 20px',
  }),
  quote: {
    className: 'quote',
    style: { borderLeft: `3px solid ${colour.gold}`, margin: '24px 0 0', paddingLeft: 18 },
  },
  quotation: textLook('ink', 17, 27, { fontFamily: serif, margin: 0, wordBreak: 'break-word' }),
  button: {
    className: 'button',
    background: { backgroundColor: colour.gold, borderRadius: 4 },
    padding: '13px 22px',
    text: { color: colour.card, fontSize: 15, fontWeight: 600 },
  },
  rule: {
    className: 'line',
    style: { border: 'none', borderTop: `1px solid ${colour.line}`, margin: '28px 0 16px' },
  },
  footer: textLook('quiet', 12, 18, { margin: 0 }),
  footerLink: textLook('quiet', 12, 18, { textDecoration: 'underline' }),
} as const;

/** A fact about a submission. Facts without a value are left out. */
export interface NoticeRow {
  label: string;
  value: string | null;
  href?: string;
}

export interface MailAction {
  label: string;
  href: string;
}

interface NoticeLayoutProps {
  preview: string;
  siteName: string;
  eyebrow: string;
  title: string;
  introduction?: string | null | undefined;
  rows: NoticeRow[];
  action?: MailAction | null | undefined;
  footer: string;
  /** How to stop receiving such emails. */
  footerLink?: MailAction | null | undefined;
  children?: ReactNode;
}

/** The layout of every email: heading, facts, and one button. */
export function NoticeLayout({ introduction, action, footerLink, ...props }: NoticeLayoutProps) {
  return (
    <html dir="ltr" lang="en">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkMode + narrow}</style>
      </head>
      <body {...look.page}>
        <Preview text={props.preview} />
        <Box cellStyle={look.pageCell}>
          <Box {...look.card}>
            <p {...look.eyebrow}>{props.eyebrow}</p>
            <h1 {...look.title}>{props.title}</h1>
            {introduction && (
              <p {...look.introduction}>
                <Lines text={introduction} />
              </p>
            )}
            <Rows rows={props.rows} />
            {props.children}
            {action && (
              <Box style={{ margin: '28px 0 4px' }}>
                <Button {...action} {...look.button} />
              </Box>
            )}
            <hr {...look.rule} />
            <p {...look.footer}>
              {props.siteName} · {props.footer}
              {footerLink && (
                <>
                  <br />
                  <a href={footerLink.href} {...look.footerLink}>
                    {footerLink.label}
                  </a>
                </>
              )}
            </p>
          </Box>
        </Box>
      </body>
    </html>
  );
}

const Rows = ({ rows }: { rows: NoticeRow[] }) => (
  <table
    role="presentation"
    cellPadding={0}
    cellSpacing={0}
    width="100%"
    style={{ borderCollapse: 'collapse' }}
  >
    <tbody>
      {rows.map(
        ({ label, value, href }) =>
          value !== null && (
            <tr key={label}>
              <td {...look.label}>{label}</td>
              <td {...look.value}>
                {href ? (
                  <a href={href} {...look.link}>
                    {value}
                  </a>
                ) : (
                  <Lines text={value} />
                )}
              </td>
            </tr>
          ),
      )}
    </tbody>
  </table>
);

/** A paragraph of the site's own text. */
export const Paragraph = ({ children }: { children: ReactNode }) => (
  <p {...look.paragraph}>{children}</p>
);

/** A short text below the facts. */
export const Closing = ({ text }: { text: string }) => (
  <p {...look.introduction} style={{ ...look.introduction.style, margin: '24px 0 0' }}>
    <Lines text={text} />
  </p>
);

/** A code to type, large enough to read from another screen. */
export const Code = ({ children }: { children: string }) => <p {...look.code}>{children}</p>;

/** A visitor's own text, set apart. */
export const Quote = ({ text }: { text: string }) => (
  <Box {...look.quote}>
    <p {...look.quotation}>
      <Lines text={text} />
    </p>
  </Box>
);
