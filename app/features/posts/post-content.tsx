import { Fragment } from 'react';
import { ExternalLink } from '#app/ui/link.tsx';
import type { PostParagraph, PostToken } from '#domain/post-content.ts';

/** A post's text. Made of elements: whatever was written in it is shown, never run. */
export const PostContent = ({ paragraphs }: { paragraphs: PostParagraph[] }) => (
  <div className="grid max-w-[68ch] grid-cols-1 gap-6 text-lead">
    {paragraphs.map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs neither move nor have names
      <p key={index} dir="auto">
        {paragraph.map((token, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Fragment key={position}>{renderToken(token)}</Fragment>
        ))}
      </p>
    ))}
  </div>
);

function renderToken(token: PostToken) {
  if (token.kind === 'text') return token.text;
  if (token.kind === 'lineBreak') return <br />;
  return (
    <ExternalLink
      href={token.href}
      rel="noreferrer"
      className="text-gold underline decoration-gold-soft/60 underline-offset-4 hover:decoration-gold"
    >
      {token.text}
    </ExternalLink>
  );
}
