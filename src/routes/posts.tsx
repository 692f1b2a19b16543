import { data } from 'react-router';
import { parseSearch } from '#features/content/rules/index.ts';
import { PostList, PostSearch } from '#features/content/ui/index.ts';
import {
  ClosingLine,
  feedLink,
  NoSuchPage,
  pagedMeta,
  WithBrokerBanner,
} from '#features/shell/ui/index.ts';
import { parsePageNumber } from '#rules/paging.ts';
import { pageServicesContext } from '#server/page-context.ts';
import { UnavailableNotice } from '#ui/notices.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { Route } from './+types/posts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const number = parsePageNumber(url.searchParams.get('page'));
  const words = parseSearch(url.searchParams.get('q') ?? '');
  const { content, readSettings } = context.get(pageServicesContext);
  const page = number ? await content.listPosts(number, words) : undefined;
  const { texts, pictures } = await readSettings();
  return data(
    {
      page,
      search: words.join(' '),
      heading: texts.headings.education,
      banners: pictures.brokerBanners,
    },
    { status: page ? 200 : page === null ? 503 : 404 },
  );
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) => {
  const { page, search, heading } = args.loaderData ?? {};
  // This list has two paths. Search engines should index only this one, and no search results.
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
    <WithBrokerBanner
      banners={banners}
      end={<ClosingLine question="Questions about what you read?" />}
    >
      <PageHeader {...heading} />
      {(search || (page && page.pageCount > 1)) && <PostSearch path={path} search={search} />}
      {page && <PostList {...page} path={path} search={search} />}
      {page === null && (
        <div className="container-site pb-(--section)">
          <UnavailableNotice what="The posts" />
        </div>
      )}
      {page === undefined && (
        <NoSuchPage what="posts" to="/education" back="Go to the latest posts" />
      )}
    </WithBrokerBanner>
  );
}
