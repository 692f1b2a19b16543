import { data } from 'react-router';
import {
  ClosingLine,
  pagedMeta,
  readListPage,
  WithBrokerBanner,
} from '#features/shell/ui/index.ts';
import { MediaPage } from '#features/uploads/ui/index.ts';
import { formatBytes } from '#rules/measures.ts';
import { pageServicesContext } from '#server/page-context.ts';
import { ExternalButtonLink } from '#ui/button.tsx';
import { Candle } from '#ui/candle.tsx';
import type { Route } from './+types/freebies';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { content, readSettings } = context.get(pageServicesContext);
  const [freebies, { texts, pictures }] = await Promise.all([
    content.listFreebies(),
    readSettings(),
  ]);
  const { list, status } = readListPage(freebies, url, 24);
  return data(
    { list, heading: texts.headings.freebies, banners: pictures.brokerBanners },
    { status },
  );
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pagedMeta(args, '/freebies', args.loaderData?.list, {
    title: 'Free trading guides and checklists',
    description: args.loaderData?.heading.introduction,
  });

export default function Freebies({ loaderData }: Route.ComponentProps) {
  return (
    <WithBrokerBanner
      banners={loaderData.banners}
      end={<ClosingLine question="Questions about a guide?" />}
    >
      <MediaPage
        heading={loaderData.heading}
        list={loaderData.list}
        path="/freebies"
        label="Free resources"
        columns="sm:grid-cols-2 lg:grid-cols-3"
        emptyText="No freebies have been posted yet. Check back soon!"
        what="The free resources"
      >
        {({ title, fileUrl, fileSize }) => (
          <article className="flex h-full flex-col gap-x-8 rounded-sm border border-hairline bg-surface p-7 md:group-only/one:flex-row md:group-only/one:items-center xl:p-9">
            <Cover title={title} />
            <div className="mt-6 mb-8 md:group-only/one:my-2 md:group-only/one:flex-1">
              <h2 dir="auto" className="text-heading text-wrap">
                {title}
              </h2>
              {fileSize !== null && (
                <p className="mt-2 text-sm text-muted">PDF, {formatBytes(fileSize)}</p>
              )}
            </div>
            <ExternalButtonLink
              href={fileUrl}
              variant="secondary"
              className="mt-auto md:group-only/one:mt-0"
            >
              <span>
                View & Download <span className="sr-only">{title}</span>
              </span>
            </ExternalButtonLink>
          </article>
        )}
      </MediaPage>
    </WithBrokerBanner>
  );
}

/** A typographic cover. CSS draws the title in it, because the heading already contains it. */
const Cover = ({ title }: { title: string }) => (
  <div
    aria-hidden
    data-title={title}
    className="flex aspect-3/4 w-28 shrink-0 flex-col justify-between border border-gold-soft bg-[linear-gradient(to_bottom_right,var(--color-raised),var(--color-gold-wash))] p-3 shadow-lift before:line-clamp-4 before:font-display before:text-sm/tight before:wrap-anywhere before:content-[attr(data-title)]"
  >
    <Candle className="h-7 self-end" />
  </div>
);
