import { data } from 'react-router';
import { WithBrokerBanner } from '#app/features/banners/broker-banner.tsx';
import { FreebieCard } from '#app/features/media/freebie-card.tsx';
import { FreebiesHeader } from '#app/features/media/media-headers.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { breadcrumbs } from '#app/features/shell/structured-data.ts';
import { EmptyNotice } from '#app/ui/empty-notice.tsx';
import { UnavailableNotice } from '#app/ui/unavailable-notice.tsx';
import { pageServicesContext } from '#server/http/page-context.ts';
import type { Route } from './+types/freebies';

export async function loader({ context }: Route.LoaderArgs) {
  const freebies = await context.get(pageServicesContext).content.listFreebies();
  return data({ freebies }, { status: freebies ? 200 : 503 });
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Free Resources',
    description: 'Guides and checklists as PDFs, free to read and keep.',
    structuredData: (siteUrl) => [
      breadcrumbs(siteUrl, [{ name: 'Free Resources', path: '/freebies' }]),
    ],
  });

export default function Freebies({ loaderData: { freebies } }: Route.ComponentProps) {
  return (
    <WithBrokerBanner>
      <FreebiesHeader />
      {freebies?.length === 0 ? (
        <EmptyNotice>No freebies have been posted yet. Check back soon!</EmptyNotice>
      ) : (
        <div className="container-site pb-(--section)">
          {freebies ? (
            <ul aria-label="Free resources" className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
              {freebies.map((freebie) => (
                <li key={freebie.id}>
                  <FreebieCard freebie={freebie} />
                </li>
              ))}
            </ul>
          ) : (
            <UnavailableNotice what="The free resources" />
          )}
        </div>
      )}
    </WithBrokerBanner>
  );
}
