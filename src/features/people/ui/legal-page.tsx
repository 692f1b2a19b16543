import { Children, type ReactNode } from 'react';
import type { TextParagraph, TextToken } from '#features/content/rules/index.ts';
import type { ShownLegalPage } from '#features/people/rules/legal-page.ts';
import { splitOpenPlaces } from '#features/people/rules/open-places.ts';
import { ExternalLink, Link, textLink } from '#ui/link.tsx';
import { ArticleFrame } from '#ui/page-header.tsx';

interface LegalPageProps extends ShownLegalPage {
  eyebrow: string;
  title: string;
  /** Shown below the sections. */
  children?: ReactNode;
}

/** A legal page: when it was last updated, and its sections. */
export const LegalPage = ({
  eyebrow,
  title,
  parts,
  version,
  lastUpdated,
  children,
}: LegalPageProps) => (
  <ArticleFrame eyebrow={eyebrow}>
    <h1 className="mt-5 text-title">{title}</h1>
    <p className="mt-4 text-muted">
      Last updated {lastUpdated}
      {version > 0 && ` · Version ${version}`}
    </p>
    <div className="mt-10 grid max-w-[68ch] gap-10">
      {parts.map((part) => (
        <section key={part.title} className="grid gap-4">
          <h2 className="text-heading">{part.title}</h2>
          {Children.toArray(part.paragraphs.map(toParagraph))}
          {part.items.length > 0 && (
            <ul className="grid list-disc gap-2 pl-5 marker:text-gold">
              {Children.toArray(part.items.map(toItem))}
            </ul>
          )}
        </section>
      ))}
    </div>
    {children}
  </ArticleFrame>
);

// Paragraphs, items and words have no ids and are static, so `Children.toArray` numbers them.
const toParagraph = (words: TextParagraph) => <p>{toWords(words)}</p>;
const toItem = (words: TextParagraph) => <li>{toWords(words)}</li>;
const toWords = (words: TextParagraph) => Children.toArray(words.map(showToken));

function showToken(token: TextToken) {
  if (token.kind === 'lineBreak') return <br />;
  if (token.kind === 'text') return <Text text={token.text} />;
  const { href, text } = token;
  return href.startsWith('/') ? (
    <Link to={href} className={textLink}>
      {text}
    </Link>
  ) : (
    <ExternalLink href={href} rel="noreferrer" className={textLink}>
      {text}
    </ExternalLink>
  );
}

/** Text with its placeholders highlighted. */
const Text = ({ text }: { text: string }) =>
  splitOpenPlaces(text).map(({ text: part, isOpen }) =>
    isOpen ? (
      <mark key={part} className="rounded-sm bg-gold-wash px-1 text-gold">
        {part}
      </mark>
    ) : (
      part
    ),
  );
