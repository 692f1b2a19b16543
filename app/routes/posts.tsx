import { data } from 'react-router';
import { WithBrokerBanner } from '#app/features/banners/broker-banner.tsx';
import { PostList } from '#app/features/posts/post-list.tsx';
import { PostSearch } from '#app/features/posts/post-search.tsx';
import { ClosingCall } from '#app/features/shell/closing-call.tsx';
import { NoSuchPage } from '#app/features/shell/list-page.tsx';
import { feedLink, pagedMeta } from '#app/features/shell/page-meta.ts';
import { UnavailableNotice } from '#app/ui/notices.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { parsePageNumber } from '#domain/paging.ts';
import { parseSearch } from '#domain/post-search.ts';
import { pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/posts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const number = parsePageNumber(url.searchParams.get('page'));
  const words = parseSearch(url.searchParams.get('q') ?? '');
  const { content, readFacts } = context.get(pageServicesContext);
  const page = number ? await content.listPosts(number, words) : undefined;
  const { texts, pictures } = await readFacts();
  return data(
    {
      ...{ page, search: words.join(' ') },
      heading: texts.headings.education,
      banners: pictures.brokerBanners,
    },
    { status: page ? 200 : page === null ? 503 : 404 },
  );
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) => {
  const { page, search, heading } = args.loaderData ?? {};
  // This list has two paths; search engines keep this one, and no results of searches.
  return [
    ...pagedMeta(args, '/education', page, {
      title: 'Articles on gold trading',
      description: heading?.introduction,
      ...(search && { isIndexed: false }),
    }),
    feedLink(args),
  ];
};

export default function Posts({ loaderData, matches }: Route.ComponentProps) {
  const { page, search, heading, banners } = loaderData;
  const path = matches.at(-1)?.pathname ?? '/education';
  return (
    <WithBrokerBanner banners={banners}>
      <PageHeader {...heading} />
      {(search || (page && page.pageCount > 1)) && <PostSearch {...{ path, search }} />}
      {page && <PostList {...page} {...{ path, search }} />}
      {page === null && (
        <div className="container-site pb-(--section)">
          <UnavailableNotice what="The posts" />
        </div>
      )}
      {page === undefined && (
        <NoSuchPage what="posts" to="/education" back="Go to the latest posts" />
      )}
      <ClosingCall />
    </WithBrokerBanner>
  );
}
