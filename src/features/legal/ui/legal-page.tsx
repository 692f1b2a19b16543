import { Children, type ReactNode } from 'react';
import type { TextParagraph } from '#features/content/rules/index.ts';
import { LinkedText } from '#features/content/ui/index.ts';
import type { ShownLegalPage } from '#features/legal/rules/legal-page.ts';
import { splitPlaceholders } from '#rules/legal-text.ts';
import { textLink } from '#ui/link.tsx';
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
    {lastUpdated && (
      <p className="mt-4 text-muted">
        Last updated {lastUpdated} · Version {version}
      </p>
    )}
    <div className="mt-10 grid max-w-[68ch] gap-10">
      {parts.map((part) => (
        <section key={part.title} className="grid gap-4">
          <h2 className="text-heading">{part.title}</h2>
          {toBlocks(part.paragraphs, 'p')}
          {part.items.length > 0 && (
            <ul className="grid list-disc gap-2 pl-5 marker:text-gold">
              {toBlocks(part.items, 'li')}
            </ul>
          )}
        </section>
      ))}
    </div>
    {children}
  </ArticleFrame>
);

/** Paragraphs and items have no ids and are static, so `Children.toArray` numbers them. */
function toBlocks(blocks: TextParagraph[], Block: 'p' | 'li') {
  const toBlock = (tokens: TextParagraph) => (
    <Block>
      <LinkedText tokens={tokens} linkClass={textLink} keepsTab showWords={markOpenPlaces} />
    </Block>
  );
  return Children.toArray(blocks.map(toBlock));
}

/** Returns a text with its placeholders highlighted. */
const markOpenPlaces = (words: string) =>
  splitPlaceholders(words).map(({ text: part, isOpen }) =>
    isOpen ? (
      <mark key={part} className="rounded-sm bg-gold-wash px-1 text-gold">
        {part}
      </mark>
    ) : (
      part
    ),
  );
