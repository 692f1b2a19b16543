import type { ReactNode } from 'react';
import { data } from 'react-router';
import { pageMeta } from '#features/shell/ui/index.ts';
import { pageServicesContext } from '#server/page-context.ts';
import { ArticleFrame, PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Route } from './+types/waiting';

/* The skeleton shown while a page's data is loading (src/platform/page-cache/waiting-page.ts). */

/** The path of the page, if the skeleton belongs to a single one. */
const pages: Record<string, string | undefined> = {
  home: '/',
  services: '/services',
  community: '/community',
  education: '/education',
  post: undefined,
  videos: '/videos',
  freebies: '/freebies',
};

type Headings = Awaited<ReturnType<typeof loader>>['headings'];

export async function loader({ context, params }: Route.LoaderArgs) {
  if (!Object.hasOwn(pages, params.page)) throw data(null, { status: 404 });
  const { texts } = await context.get(pageServicesContext).readSettings();
  return { page: params.page, headings: texts.headings };
}

export const handle = { hydrate: false };

/**
 * The same as the page's own meta tags, because the browser keeps this head. The title follows with
 * the content.
 */
export const meta: Route.MetaFunction = (args) => {
  const path = pages[args.params.page];
  if (!path) return [];
  const description = args.loaderData?.headings[args.params.page as keyof Headings]?.introduction;
  return pageMeta(args, { description, canonicalPath: path }).filter(
    (tag) => !('title' in tag || ('property' in tag && tag.property === 'og:title')),
  );
};

export default function Waiting({ loaderData: { page, headings } }: Route.ComponentProps) {
  const list = lists[page];
  return (
    <div data-waiting="">
      {page === 'home' && <Cards {...testimonials} />}
      {page === 'post' && (
        <ArticleFrame eyebrow="Education">
          <Bars classes={['mt-5 h-12 w-4/5', 'mt-6 h-4 w-32']} />
          <Cards {...paragraphs} />
        </ArticleFrame>
      )}
      {list && (
        <>
          <PageHeader {...headings[page as keyof Headings]} />
          <Cards {...list} />
        </>
      )}
    </div>
  );
}

interface CardsProps {
  count?: number;
  columns: string;
  /** The classes of the element around the bars, and of each bar. */
  text?: string;
  bars: string[];
  picture?: string;
}

const Bars = ({ classes }: { classes: string[] }): ReactNode =>
  classes.map((name) => <Skeleton key={name} className={name} />);

const Cards = ({ count = 3, columns, text = '', bars, picture }: CardsProps) => (
  <div className={`grid gap-6 ${columns}`}>
    {Array.from({ length: count }, (_, index) => `card-${index}`).map((name) => (
      <div
        key={name}
        data-testid="skeleton-card"
        className="overflow-hidden rounded-sm border border-hairline bg-surface"
      >
        {picture && <Skeleton className={`rounded-none ${picture}`} />}
        <div className={`grid ${text}`}>
          <Bars classes={bars} />
        </div>
      </div>
    ))}
  </div>
);

const page = 'container-site pb-(--section)';

const testimonials: CardsProps = {
  count: 6,
  columns: `${page} grid-cols-2 pt-[calc(var(--header-height)+3rem)] sm:grid-cols-3 lg:grid-cols-6`,
  bars: [],
  picture: 'aspect-[9/16]',
};

const paragraphs: CardsProps = {
  columns: 'mt-12',
  text: 'gap-3.5 p-6 xl:p-7',
  bars: ['h-5', 'h-5 w-11/12', 'h-5 w-2/3'],
};

const offers: CardsProps = {
  columns: `${page} lg:grid-cols-3`,
  text: 'gap-5 p-8 xl:p-10',
  bars: ['h-7 w-3/5', 'h-12', 'h-4 w-11/12', 'h-4 w-4/5', 'h-4 w-5/6', 'h-4 w-3/4', 'mt-4 h-12'],
};

const lists: Record<string, CardsProps> = {
  services: offers,
  community: offers,
  education: {
    columns: `${page} sm:grid-cols-2 lg:grid-cols-3`,
    picture: 'aspect-video',
    text: 'gap-4 p-6 xl:p-7',
    bars: ['h-4 w-32', 'h-6 w-4/5', 'h-16', 'h-5 w-24'],
  },
  videos: {
    columns: `${page} md:grid-cols-2`,
    picture: 'aspect-video',
    text: 'gap-4 p-6 xl:p-7',
    bars: ['h-6 w-3/5', 'h-4 w-4/5'],
  },
  freebies: {
    columns: `${page} sm:grid-cols-2 lg:grid-cols-3`,
    text: 'gap-6 p-7 xl:p-9',
    bars: ['size-9', 'mb-2 h-6 w-4/5', 'h-12'],
  },
};
