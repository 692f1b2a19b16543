import { type CSSProperties, Fragment, type ReactNode } from 'react';
import { cutText } from '#rules/cut-text.ts';

/** How much mail programs show next to the subject, in UTF-16 units. */
const previewLength = 150;

/** Fills the rest of the preview, which would otherwise continue with the text of the email. */
const filler = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff';

/** The preview text next to the subject in a list of emails; hidden in the email itself. */
export function Preview({ text }: { text: string }) {
  const shown = cutText(text, previewLength);
  return (
    <div
      style={{
        display: 'none',
        overflow: 'hidden',
        lineHeight: '1px',
        opacity: 0,
        maxHeight: 0,
        maxWidth: 0,
      }}
    >
      {shown}
      {filler.repeat(previewLength - shown.length)}
    </div>
  );
}

interface BoxProps {
  className?: string;
  style?: CSSProperties;
  /** Applies to the cell. */
  cellStyle?: CSSProperties;
  children: ReactNode;
}

/** A box, built as a table with one cell, because Outlook supports nothing else. */
export const Box = ({ cellStyle, children, ...table }: BoxProps) => (
  <table
    {...{ align: 'center', border: 0, cellPadding: 0, cellSpacing: 0, width: '100%' }}
    role="presentation"
    {...table}
  >
    <tbody>
      <tr>
        <td style={cellStyle}>{children}</td>
      </tr>
    </tbody>
  </table>
);

interface ButtonProps {
  href: string;
  label: string;
  className: string;
  background: CSSProperties;
  padding: string;
  text: CSSProperties;
}

/**
 * A link styled as a button. Outlook uses the padding of the cell, other programs that of the link.
 */
export const Button = ({ href, label, className, background, padding, text }: ButtonProps) => {
  const outlook = { msoPaddingAlt: padding };
  const link = { display: 'inline-block', padding, textDecoration: 'none', lineHeight: '18px' };
  return (
    <table border={0} cellPadding={0} cellSpacing={0} role="presentation">
      <tbody>
        <tr>
          <td className={className} style={{ ...background, ...outlook }}>
            <a href={href} className={className} style={{ ...background, ...link, ...text }}>
              {label}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
};

/** Renders line breaks explicitly, because mail programs ignore `white-space`. */
export function Lines({ text }: { text: string }) {
  return text.split(/\r\n|\r|\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}
