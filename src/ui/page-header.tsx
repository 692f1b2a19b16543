import type { ReactNode } from 'react';
import { Eyebrow } from './candle.tsx';

interface PageHeaderProps {
  eyebrow: string;
  title: ReactNode;
  introduction?: ReactNode;
}

/** The heading of a page, with an introduction. */
export const PageHeader = ({ eyebrow, title, introduction }: PageHeaderProps) => (
  <div className="container-site pt-[calc(var(--header-height)+clamp(3rem,7vw,6rem))] pb-[clamp(2.5rem,5vw,4.5rem)]">
    <Eyebrow>{eyebrow}</Eyebrow>
    <h1 className="mt-5 max-w-4xl text-title">{title}</h1>
    {introduction && <div className="mt-6 max-w-2xl text-lead text-muted">{introduction}</div>}
  </div>
);

/** The frame of an article, and of its skeleton. */
export const ArticleFrame = ({ eyebrow, children }: { eyebrow: string; children: ReactNode }) => (
  <article className="mx-auto w-full max-w-[58rem] px-(--gutter) pt-[calc(var(--header-height)+clamp(2.5rem,6vw,5rem))] pb-(--section)">
    <Eyebrow>{eyebrow}</Eyebrow>
    {children}
  </article>
);
