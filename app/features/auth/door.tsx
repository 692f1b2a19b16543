import type { ReactNode } from 'react';
import { Candle } from '#app/ui/candle.tsx';

/** The page before the admin: a heading and what opens it, in the middle of the screen. */
export function Door({
  title,
  introduction,
  children,
}: {
  title: string;
  introduction: string;
  children: ReactNode;
}) {
  return (
    <div className="container-site grid min-h-[calc(100svh-1px)] content-center pt-[calc(var(--header-height)+2.5rem)] pb-20">
      <section className="mx-auto w-full max-w-md border border-hairline bg-surface px-6 py-10 shadow-lift sm:px-10 sm:py-12">
        <Candle className="h-9 w-3" />
        <h1 className="mt-6 text-[2.125rem] leading-tight tracking-[-0.012em]">{title}</h1>
        <p className="mt-3 mb-8 text-muted">{introduction}</p>
        {children}
      </section>
    </div>
  );
}
