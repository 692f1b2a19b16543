import { type ReactNode, useEffect, useState } from 'react';
import { createPath, matchPath, useLocation } from 'react-router';
import { ArticleFrame, PageHeader } from '#app/ui/page-header.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PageHeadings } from '#server/http/page-context.ts';
import { useLateNavigation } from './navigation-progress.tsx';
import { usePageHeadings } from './page-headings.ts';

const Bars = ({ classes }: { classes: string[] }) =>
  classes.map((name) => <Skeleton key={name} className={name} />);

const ThreeCards = ({ children }: { children: ReactNode }) =>
  ['first', 'second', 'third'].map((name) => (
    <div
      key={name}
      data-testid="skeleton-card"
      className="overflow-hidden rounded-sm border border-hairline bg-surface"
    >
      {children}
    </div>
  ));

/** How the page begins, or what is as tall. */
function PendingHeader({ page }: { page: keyof PageHeadings }) {
  const headings = usePageHeadings();
  return (
    <PageHeader
      {...(headings?.[page] ?? {
        eyebrow: '\u00a0',
        title: <Skeleton className="h-[1em] w-2/3" />,
        introduction: <Skeleton className="h-[1em] w-4/5" />,
      })}
    />
  );
}

/** A page of three cards: `text` are the classes of what their text stands in, `bars` those of each line. */
const cards = (
  page: keyof PageHeadings,
  {
    columns,
    hasPicture = false,
    text,
    bars,
  }: { columns: string; hasPicture?: boolean; text: string; bars: string[] },
) => (
  <>
    <PendingHeader page={page} />
    <div className={`container-site grid gap-6 pb-(--section) ${columns}`}>
      <ThreeCards>
        {hasPicture && <Skeleton className="aspect-video rounded-none" />}
        <div className={`grid ${text}`}>
          <Bars classes={bars} />
        </div>
      </ThreeCards>
    </div>
  </>
);

const offers = {
  columns: 'lg:grid-cols-3',
  text: 'gap-5 p-8 xl:p-10',
  bars: ['h-7 w-3/5', 'h-12', 'h-4 w-11/12', 'h-4 w-4/5', 'h-4 w-5/6', 'h-4 w-3/4', 'mt-4 h-12'],
};

const postList = cards('education', {
  columns: 'sm:grid-cols-2 lg:grid-cols-3',
  hasPicture: true,
  text: 'gap-4 p-6 xl:p-7',
  bars: ['h-4 w-32', 'h-6 w-4/5', 'h-16', 'h-5 w-24'],
});

const post = (
  <ArticleFrame eyebrow="Education">
    <Bars classes={['mt-5 h-12 w-4/5', 'mt-6 h-4 w-32']} />
    <div className="mt-12 grid gap-6">
      <ThreeCards>
        <div className="grid gap-3.5 p-6 xl:p-7">
          <Bars classes={['h-5', 'h-5 w-11/12', 'h-5 w-2/3']} />
        </div>
      </ThreeCards>
    </div>
  </ArticleFrame>
);

/** What stands in for the pages that read something before they can be shown. */
const pages: Record<string, ReactNode> = {
  '/services': cards('services', offers),
  '/community': cards('community', offers),
  '/videos': cards('videos', {
    columns: 'md:grid-cols-2',
    hasPicture: true,
    text: 'gap-4 p-6 xl:p-7',
    bars: ['h-6 w-3/5', 'h-4 w-4/5'],
  }),
  '/freebies': cards('freebies', {
    columns: 'sm:grid-cols-2 lg:grid-cols-3',
    text: 'gap-6 p-7 xl:p-9',
    bars: ['size-9', 'mb-2 h-6 w-4/5', 'h-12'],
  }),
  '/education': postList,
  '/blog': postList,
  '/education/:id': post,
  '/blog/:id': post,
};

/** What stands in for the page that has been on its way for a moment, if something does. */
export function usePendingPage(): ReactNode {
  // Asked for long before they are needed.
  usePageHeadings();
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
