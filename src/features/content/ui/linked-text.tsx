import { Fragment, type ReactNode } from 'react';
import type { TextParagraph, TextToken } from '#features/content/rules/linked-text.ts';
import { ExternalLink } from '#ui/link.tsx';

/** Text with links. HTML in it is escaped. */
export const LinkedText = ({ tokens }: { tokens: TextParagraph }) =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens are static and have no ids
    <Fragment key={index}>{showToken(token)}</Fragment>
  ));

function showToken(token: TextToken): ReactNode {
  if (token.kind === 'lineBreak') return <br />;
  const { text, isBold } = token;
  const shown =
    token.kind === 'text' ? (
      text
    ) : (
      <ExternalLink
        href={token.href}
        rel="noreferrer"
        className="break-words text-gold underline decoration-gold-soft/60 underline-offset-4 hover:decoration-gold"
      >
        {text}
      </ExternalLink>
    );
  return isBold ? <strong className="font-semibold">{shown}</strong> : shown;
}
