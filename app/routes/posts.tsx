import { data } from 'react-router';
import { WithBrokerBanner } from '#app/features/banners/broker-banner.tsx';
import { PostList } from '#app/features/posts/post-list.tsx';
import { feedLink, pageMeta } from '#app/features/shell/page-meta.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { UnavailableNotice } from '#app/ui/notices.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { parsePageNumber } from '#domain/post.ts';
import { pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/posts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const number = parsePageNumber(url.searchParams.get('page'));
  const { content, readFacts } = context.get(pageServicesContext);
  const page = number ? await content.listPosts(number) : undefined;
  const { texts, pictures } = await readFacts();
  return data(
    {
      ...{ page, isAway: page === null },
      heading: texts.headings.education,
      banners: pictures.brokerBanners,
    },
    { status: page ? 200 : page === null ? 503 : 404 },
  );
}

/** The URL that search engines keep: this list has two names. */
const toPage = (page: number) => (page === 1 ? '/education' : `/education?page=${page}`);

export const meta: Route.MetaFunction = (args) => {
  const { page, isAway, heading } = args.loaderData ?? {};
  const number = page?.page ?? 1;
  const neighbour = (rel: 'prev' | 'next', target: number) =>
    page && target >= 1 && target <= page.pageCount
      ? [{ tagName: 'link' as const, rel, href: toPage(target) }]
      : [];
  return [
    ...pageMeta(args, {
      title: number > 1 ? `Education, page ${number}` : 'Education',
      description: heading?.introduction,
      canonicalPath: toPage(number),
      isIndexed: Boolean(page) || isAway !== false,
      crumbs: [{ name: 'Education', path: '/education' }],
    }),
    ...neighbour('prev', number - 1),
    ...neighbour('next', number + 1),
    feedLink(args),
  ];
};

export default function Posts({ loaderData, matches }: Route.ComponentProps) {
  const { page, isAway, heading, banners } = loaderData;
  const path = matches.at(-1)?.pathname ?? '/education';
  return (
    <WithBrokerBanner banners={banners}>
      <PageHeader {...heading} />
      {page && <PostList {...page} path={path} />}
      {isAway && (
        <div className="container-site pb-(--section)">
          <UnavailableNotice what="The posts" />
        </div>
      )}
      {!page && !isAway && <NoSuchPage />}
    </WithBrokerBanner>
  );
}

const NoSuchPage = () => (
  <div className="container-site pb-(--section)">
    <div className="grid justify-items-center gap-6 rounded-sm border border-dashed border-hairline-strong/50 px-6 py-16 text-center">
      <p className="text-muted">There are not that many pages of posts.</p>
      <ButtonLink to="/education" variant="secondary">
        To the newest posts
      </ButtonLink>
    </div>
  </div>
);
