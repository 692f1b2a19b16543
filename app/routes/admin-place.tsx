import { useLocation } from 'react-router';
import { AdminContent } from '#app/features/admin/admin-frame.tsx';
import { MorePanel } from '#app/features/admin/more-panel.tsx';
import { PeoplePanel } from '#app/features/admin/people-panel.tsx';
import { TodayPanel } from '#app/features/admin/today-panel.tsx';
import { TrashPanel } from '#app/features/admin/trash-panel.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { VisitsPanel } from '#app/features/visits/visits-panel.tsx';
import type { Route } from './+types/admin-place';

/** The pages beside the tabs of the dashboard. One module for all: every page carries the list of modules. */
const trash = { title: 'Trash', Panel: TrashPanel };
const places = {
  '/admin/today': { title: 'Today', Panel: TodayPanel },
  '/admin/more': { title: 'More', Panel: MorePanel },
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
    <AdminContent>
      <Panel />
    </AdminContent>
  );
}
