import type { ReactNode } from 'react';
import { Eyebrow } from './candle.tsx';

/** The head of a page: its name, and what it is about. */
export function PageHeader({
  eyebrow,
  title,
  children,
}: {
  eyebrow: string;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="container-site pt-[calc(var(--header-height)+clamp(3rem,7vw,6rem))] pb-[clamp(2.5rem,5vw,4.5rem)]">
      <Eyebrow>{eyebrow}</Eyebrow>
      <h1 className="mt-5 max-w-4xl text-title">{title}</h1>
      {children && <div className="mt-6 max-w-2xl text-lead text-muted">{children}</div>}
    </div>
  );
}
