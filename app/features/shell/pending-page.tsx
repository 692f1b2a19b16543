import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { createPath, matchPath, useLocation } from 'react-router';
import { ArticleFrame, PageHeader } from '#app/ui/page-header.tsx';
import { Skeleton, SkeletonCards, ThreeCards } from '#app/ui/skeleton.tsx';
import { pageHeadings } from '#content/page-headings.ts';
import { useLateNavigation } from './navigation-progress.tsx';

/** A page of offers: cards of text with lines that are ticked off, and a button. */
const offers = (heading: ComponentProps<typeof PageHeader>) => (
  <>
    <PageHeader {...heading} />
    <SkeletonCards className="lg:grid-cols-3">
      <div className="grid gap-5 p-8 xl:p-10">
        <Skeleton className="h-7 w-3/5" />
        <Skeleton className="h-12" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-5/6" />
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="mt-4 h-12" />
      </div>
    </SkeletonCards>
  </>
);

const postList = (
  <>
    <PageHeader {...pageHeadings.education} />
    <SkeletonCards className="sm:grid-cols-2 lg:grid-cols-3">
      <Skeleton className="aspect-video rounded-none" />
      <div className="grid gap-4 p-6 xl:p-7">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-16" />
        <Skeleton className="h-5 w-24" />
      </div>
    </SkeletonCards>
  </>
);

const post = (
  <ArticleFrame eyebrow="Education">
    <Skeleton className="mt-5 h-12 w-4/5" />
    <Skeleton className="mt-6 h-4 w-32" />
    <div className="mt-12 grid gap-6">
      <ThreeCards>
        <div className="grid gap-3.5 p-6 xl:p-7">
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-11/12" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      </ThreeCards>
    </div>
  </ArticleFrame>
);

/** What stands in for the pages that read something before they can be shown. */
const pages: Record<string, ReactNode> = {
  '/services': offers(pageHeadings.services),
  '/community': offers(pageHeadings.community),
  '/videos': (
    <>
      <PageHeader {...pageHeadings.videos} />
      <SkeletonCards className="md:grid-cols-2">
        <Skeleton className="aspect-video rounded-none" />
        <div className="grid gap-4 p-6 xl:p-7">
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      </SkeletonCards>
    </>
  ),
  '/freebies': (
    <>
      <PageHeader {...pageHeadings.freebies} />
      <SkeletonCards className="sm:grid-cols-2 lg:grid-cols-3">
        <div className="grid gap-6 p-7 xl:p-9">
          <Skeleton className="size-9" />
          <Skeleton className="mb-2 h-6 w-4/5" />
          <Skeleton className="h-12" />
        </div>
      </SkeletonCards>
    </>
  ),
  '/education': postList,
  '/blog': postList,
  '/education/:id': post,
  '/blog/:id': post,
};

/** What stands in for the page that has been on its way for a moment, if something does. */
export function usePendingPage(): ReactNode {
  const here = useLocation();
  const navigation = useLateNavigation();
  if (navigation?.state !== 'loading') return null;
  const { pathname, search } = navigation.location;
  if (pathname === here.pathname && search === here.search) return null;
  const path = Object.keys(pages).find((pattern) => matchPath(pattern, pathname));
  return path && <PendingPage key={path}>{pages[path]}</PendingPage>;
}

function PendingPage({ children }: { children: ReactNode }) {
  const here = createPath({ ...useLocation(), hash: '' });
  // Asked for before the page is hidden, which takes away both.
  const [before] = useState(() => ({
    left: window.scrollX,
    top: window.scrollY,
    focused: document.activeElement,
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it stands while one page is shown only
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    return () => {
      // Whoever has not gone anywhere finds everything where it was.
      if (window.location.pathname + window.location.search !== here) return;
      window.scrollTo({ left: before.left, top: before.top, behavior: 'instant' });
      if (before.focused instanceof HTMLElement) before.focused.focus({ preventScroll: true });
    };
  }, []);
  return <div className="min-h-svh">{children}</div>;
}
