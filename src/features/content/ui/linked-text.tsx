import { Fragment, type ReactNode } from 'react';
import type { TextParagraph, TextToken } from '#features/content/rules/linked-text.ts';
import { ExternalLink, Link } from '#ui/link.tsx';

interface TextLook {
  linkClass?: string;
  /** Whether links to pages of the site open in the same tab. */
  keepsTab?: boolean;
  /** Shows the words between links; unchanged by default. */
  showWords?: (words: string) => ReactNode;
}

/** Text with links. HTML in it is escaped. */
export const LinkedText = ({ tokens, ...look }: TextLook & { tokens: TextParagraph }) =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens are static and have no ids
    <Fragment key={index}>{showToken(token, look)}</Fragment>
  ));

const postLink =
  'break-words text-gold underline decoration-gold-soft/60 underline-offset-4 hover:decoration-gold';

function showToken(token: TextToken, { showWords = (words) => words, ...look }: TextLook) {
  if (token.kind === 'lineBreak') return <br />;
  const shown = token.kind === 'text' ? showWords(token.text) : showLink(token, look);
  return token.isBold ? <strong className="font-semibold">{shown}</strong> : shown;
}

const showLink = (
  { text, href }: { text: string; href: string },
  { linkClass = postLink, keepsTab = false }: TextLook,
) =>
  keepsTab && href.startsWith('/') ? (
    <Link to={href} className={linkClass}>
      {text}
    </Link>
  ) : (
    <ExternalLink href={href} rel="noreferrer" className={linkClass}>
      {text}
    </ExternalLink>
  );
