import type { ReactNode } from 'react';
import { Eyebrow } from '#app/ui/candle.tsx';

/** What a post stands in, on its way or there. */
export function PostFrame({ children }: { children: ReactNode }) {
  return (
    <article className="mx-auto w-full max-w-[58rem] px-(--gutter) pt-[calc(var(--header-height)+clamp(2.5rem,6vw,5rem))] pb-(--section)">
      <Eyebrow>Education</Eyebrow>
      {children}
    </article>
  );
}
