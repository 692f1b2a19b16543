import { pageMeta } from '#app/features/shell/page-meta.ts';
import { VisitsPanel } from '#app/features/visits/visits-panel.tsx';
import type { Route } from './+types/visits';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Visits', isIndexed: false });

/** What brings people to the site, and what they do there. */
export default function Visits() {
  return (
    <div className="container-site pt-6 pb-(--section) lg:pt-9">
      <VisitsPanel />
    </div>
  );
}
