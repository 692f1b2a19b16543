import { data } from 'react-router';
import type { Event } from 'schema-dts';
import type { UpcomingEvent } from '#features/content/rules/index.ts';
import { EventsSection } from '#features/content/ui/index.ts';
import {
  ClosingLine,
  organizationId,
  pagedMeta,
  readListPage,
  type StructuredData,
  WithBrokerBanner,
} from '#features/shell/ui/index.ts';
import { pageServicesContext } from '#server/page-context.ts';
import { ExternalButtonLink } from '#ui/button.tsx';
import { FeatureList } from '#ui/feature-list.tsx';
import { Link, textLink } from '#ui/link.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { Route } from './+types/community';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { content, readSettings } = context.get(pageServicesContext);
  const [events, settings] = await Promise.all([content.listUpcomingEvents(), readSettings()]);
  const { communityGroups, texts, pictures } = settings;
  const { list, status } = readListPage(events, url, 20);
  return data(
    {
      events: list,
      groups: communityGroups,
      heading: texts.headings.community,
      banners: pictures.brokerBanners,
    },
    { status },
  );
}

export const handle = { hydrate: false };

export const meta: Route.MetaFunction = (args) =>
  pagedMeta(args, '/community', args.loaderData?.events, {
    title: 'Free trading community',
    description: args.loaderData?.heading.introduction,
    structuredData: (siteUrl) => describeEvents(siteUrl, args.loaderData?.events?.items ?? []),
  });

const describeEvents = (siteUrl: string, events: UpcomingEvent[]): StructuredData[] =>
  events.map(
    ({ title, date, startsAt, location, description }) =>
      ({
        '@type': 'Event',
        name: title,
        startDate: startsAt ?? date,
        ...(description && { description }),
        location: location
          ? { '@type': 'Place', name: location, address: location }
          : { '@type': 'VirtualLocation', url: `${siteUrl}/community` },
        organizer: { '@id': organizationId(siteUrl) },
      }) satisfies Event,
  );

export default function Community({ loaderData }: Route.ComponentProps) {
  const { events, groups, heading, banners } = loaderData;
  return (
    <WithBrokerBanner banners={banners} end={<ClosingLine question="Rather ask in private?" />}>
      <PageHeader {...heading} />
      {groups.length === 0 && (
        <p className="container-site pb-(--section)">
          The groups open soon. Until then,{' '}
          <Link to="/contact" className={textLink}>
            write to us
          </Link>
          .
        </p>
      )}
      <ul className="container-site grid gap-6 pb-(--section) empty:hidden lg:grid-cols-3">
        {groups.map((group) => (
          <li
            key={group.title}
            className="lined-up-card rounded-sm border border-hairline bg-surface p-8 [--parts:4] only:col-span-full xl:p-10"
          >
            <h2 className="text-heading">{group.title}</h2>
            <p className="mt-3 text-muted">{group.description}</p>
            <FeatureList features={group.benefits} className="mt-7 mb-9" />
            <ExternalButtonLink href={group.href} variant="secondary" className="mt-auto">
              {group.action}
            </ExternalButtonLink>
          </li>
        ))}
      </ul>
      <EventsSection events={events} />
    </WithBrokerBanner>
  );
}
