import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Preview,
  Section,
  Text,
} from '@react-email/components';
import { Fragment, type ReactNode } from 'react';

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

/** The colour of a text, its size and the height of its lines in pixels. */
const textStyle = (color: string, fontSize: number, lineHeight: number) => ({
  color,
  fontSize,
  lineHeight: `${lineHeight}px`,
});

/** Mail readers that know dark mode follow these; the rest keep the light colours. */
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

/** One fact about a submission. Facts without a value are left out. */
export interface NoticeRow {
  label: string;
  value: string | null;
  href?: string;
}

interface NoticeLayoutProps {
  preview: string;
  siteName: string;
  eyebrow: string;
  title: string;
  /** A sentence or two before the facts. */
  introduction?: string;
  rows: NoticeRow[];
  /** The one thing to do about it, if there is one. */
  action?: MailAction;
  footer: string;
  children?: ReactNode;
}

/** A button of a mail. */
export interface MailAction {
  label: string;
  href: string;
}

/** The frame of every mail about a submission: who, what, and one button. */
export function NoticeLayout(props: NoticeLayoutProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkMode}</style>
      </Head>
      <Preview>{props.preview}</Preview>
      <Body
        className="page"
        style={{ backgroundColor: colour.page, margin: 0, padding: '32px 12px', fontFamily: sans }}
      >
        <Container
          className="card"
          style={{
            backgroundColor: colour.card,
            border: `1px solid ${colour.line}`,
            borderRadius: 6,
            maxWidth: 560,
            padding: '36px 32px 28px',
          }}
        >
          <Text
            className="gold"
            style={{
              ...textStyle(colour.gold, 12, 18),
              letterSpacing: '0.14em',
              margin: 0,
              textTransform: 'uppercase',
            }}
          >
            {props.eyebrow}
          </Text>
          <Heading
            as="h1"
            className="ink"
            style={{
              ...textStyle(colour.ink, 28, 36),
              fontFamily: serif,
              fontWeight: 400,
              margin: '8px 0 24px',
            }}
          >
            {props.title}
          </Heading>
          {props.introduction && (
            <Text className="ink" style={{ ...textStyle(colour.ink, 15, 24), margin: '0 0 20px' }}>
              {props.introduction}
            </Text>
          )}
          <Rows rows={props.rows} />
          {props.children}
          {props.action && <ActionButton {...props.action} />}
          <Hr className="line" style={{ borderColor: colour.line, margin: '28px 0 16px' }} />
          <Text className="quiet" style={{ ...textStyle(colour.quiet, 12, 18), margin: 0 }}>
            {props.siteName} · {props.footer}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

function ActionButton({ label, href }: MailAction) {
  return (
    <Section style={{ margin: '28px 0 4px' }}>
      <Button
        className="button"
        href={href}
        style={{
          backgroundColor: colour.gold,
          borderRadius: 4,
          color: '#fffdf9',
          fontSize: 15,
          fontWeight: 600,
          padding: '13px 22px',
        }}
      >
        {label}
      </Button>
    </Section>
  );
}

function Rows({ rows }: { rows: NoticeRow[] }) {
  return (
    <table
      role="presentation"
      cellPadding={0}
      cellSpacing={0}
      width="100%"
      style={{ borderCollapse: 'collapse' }}
    >
      <tbody>
        {rows
          .filter((row) => row.value !== null)
          .map((row) => (
            <tr key={row.label}>
              <td
                className="quiet line"
                style={{
                  ...textStyle(colour.quiet, 13, 20),
                  borderTop: `1px solid ${colour.line}`,
                  padding: '10px 16px 10px 0',
                  verticalAlign: 'top',
                  width: 120,
                }}
              >
                {row.label}
              </td>
              <td
                className="ink line"
                style={{
                  ...textStyle(colour.ink, 15, 22),
                  borderTop: `1px solid ${colour.line}`,
                  padding: '9px 0',
                  verticalAlign: 'top',
                  wordBreak: 'break-word',
                }}
              >
                {row.href ? (
                  <a
                    className="gold"
                    href={row.href}
                    style={{ color: colour.gold, textDecoration: 'none' }}
                  >
                    {row.value}
                  </a>
                ) : (
                  <Lines text={row.value ?? ''} />
                )}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** A paragraph of our own words. */
export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={{ ...textStyle(colour.ink, 16, 26), margin: '0 0 14px' }}>
      {children}
    </Text>
  );
}

/** A code to be typed in, large enough to be read from another screen. */
export function Code({ children }: { children: string }) {
  return (
    <Text
      className="ink"
      style={{
        ...textStyle(colour.ink, 32, 40),
        fontFamily: monospace,
        letterSpacing: '0.08em',
        margin: '0 0 20px',
      }}
    >
      {children}
    </Text>
  );
}

/** A visitor's own words, set apart. */
export function Quote({ text }: { text: string }) {
  return (
    <Section
      className="quote"
      style={{ borderLeft: `3px solid ${colour.gold}`, margin: '24px 0 0', paddingLeft: 18 }}
    >
      <Text
        className="ink"
        style={{
          ...textStyle(colour.ink, 17, 27),
          fontFamily: serif,
          margin: 0,
          wordBreak: 'break-word',
        }}
      >
        <Lines text={text} />
      </Text>
    </Section>
  );
}

/** Keeps the line breaks of a text; mail readers do not honour `white-space`. */
function Lines({ text }: { text: string }) {
  return text.split(/\r\n|\r|\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity of their own
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}
