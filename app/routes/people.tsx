import { PeoplePanel } from '#app/features/admin/people-panel.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import type { Route } from './+types/people';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'People', isIndexed: false });

/** What is kept about one person. */
export default function People() {
  return (
    <div className="container-site pt-6 pb-(--section) lg:pt-9">
      <PeoplePanel />
    </div>
  );
}
