import { Fragment, type ReactNode } from 'react';
import { ExternalLink, Link, textLink } from '#app/ui/link.tsx';
import { ArticleFrame } from '#app/ui/page-header.tsx';
import type { ShownLegalPage } from '#domain/legal/legal-page.ts';
import { splitOpenPlaces } from '#domain/legal/open-places.ts';
import type { PostParagraph, PostToken } from '#domain/post-content.ts';

interface LegalPageProps extends ShownLegalPage {
  eyebrow: string;
  title: string;
  /** What stands below its words. */
  children?: ReactNode;
}

/** A page of the law: since when it holds, and its parts. */
export const LegalPage = ({ eyebrow, title, parts, version, since, children }: LegalPageProps) => (
  <ArticleFrame eyebrow={eyebrow}>
    <h1 className="mt-5 text-title">{title}</h1>
    <p className="mt-4 text-muted">
      In force since {since} · Version {version}
    </p>
    <div className="mt-10 grid max-w-[68ch] gap-10">
      {parts.map((part) => (
        <section key={part.title} className="grid gap-4">
          <h2 className="text-heading">{part.title}</h2>
          {part.paragraphs.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs neither move nor have names
            <p key={index}>
              <Words of={paragraph} />
            </p>
          ))}
          {part.items.length > 0 && (
            <ul className="grid list-disc gap-2 pl-5 marker:text-gold">
              {part.items.map((item, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <li key={index}>
                  <Words of={item} />
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
    {children}
  </ArticleFrame>
);

const Words = ({ of: tokens }: { of: PostParagraph }) =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words neither move nor have names
    <Fragment key={index}>{showToken(token)}</Fragment>
  ));

function showToken(token: PostToken) {
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

/** Words; what a person has still to decide is marked. */
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
