import type { ReactNode } from 'react';
import { Eyebrow } from './candle.tsx';

interface PageHeaderProps {
  eyebrow: string;
  title: ReactNode;
  introduction?: ReactNode;
  /** More, below the introduction. */
  children?: ReactNode;
}

/** The heading of a page, with an introduction beside it where there is room. */
export const PageHeader = ({ eyebrow, title, introduction, children }: PageHeaderProps) => (
  <div className="container-site grid items-end gap-x-[clamp(2.5rem,7vw,7rem)] gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] pt-[calc(var(--header-height)+clamp(3rem,7vw,6rem))] pb-[clamp(2.5rem,5vw,4.5rem)]">
    <div>
      <Eyebrow>{eyebrow}</Eyebrow>
      <h1 className="mt-5 text-title">{title}</h1>
    </div>
    {(introduction || children) && (
      <div className="grid max-w-2xl gap-6">
        {introduction && <div className="text-lead text-muted">{introduction}</div>}
        {children}
      </div>
    )}
  </div>
);

/** The frame of an article, and of its skeleton. */
export const ArticleFrame = ({ eyebrow, children }: { eyebrow: string; children: ReactNode }) => (
  <article className="mx-auto w-full max-w-[58rem] px-(--gutter) pt-[calc(var(--header-height)+clamp(2.5rem,6vw,5rem))] pb-(--section)">
    <Eyebrow>{eyebrow}</Eyebrow>
    {children}
  </article>
);
