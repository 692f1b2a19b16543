import { useLocation } from 'react-router';
import { PeoplePanel } from '#app/features/admin/people-panel.tsx';
import { TrashPanel } from '#app/features/admin/trash-panel.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { VisitsPanel } from '#app/features/visits/visits-panel.tsx';
import type { Route } from './+types/admin-place';

/** What stands beside the tabs of the dashboard. One module for all: every page carries the list of modules. */
const trash = { title: 'Trash', Panel: TrashPanel };
const places = {
  '/admin/people': { title: 'People', Panel: PeoplePanel },
  '/admin/visits': { title: 'Visits', Panel: VisitsPanel },
};

const findPlace = (pathname: string) =>
  Object.entries(places).find(([path]) => pathname.startsWith(path))?.[1] ?? trash;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: findPlace(args.location.pathname).title, isIndexed: false });

/** One of them. */
export default function AdminPlace() {
  const { Panel } = findPlace(useLocation().pathname);
  return (
    <div className="container-site pt-6 pb-(--section) lg:pt-9">
      <Panel />
    </div>
  );
}
