import { useLocation } from 'react-router';
import { AdminContent, MorePanel, TodayPanel } from '#features/admin/ui/index.ts';
import { FailedNotice } from '#features/admin-ui/ui/index.ts';
import { MoneyPanel } from '#features/billing/ui/admin/index.ts';
import {
  BlogTab,
  EventsTab,
  FreebiesTab,
  TestimonialsTab,
  VideosTab,
} from '#features/content/ui/admin/index.ts';
import { LeadsTab } from '#features/leads/ui/admin/index.ts';
import { CoursesPanel } from '#features/lessons/ui/admin/index.ts';
import { PeoplePanel } from '#features/people/ui/admin/index.ts';
import { BookingsTab } from '#features/schedule/ui/admin/index.ts';
import { pageMeta } from '#features/shell/ui/index.ts';
import { TrashPanel } from '#features/trash/ui/admin/index.ts';
import { VisitsPanel } from '#features/visits/ui/admin/index.ts';
import { Contained } from '#ui/contained.tsx';

import type { Route } from './+types/admin-page';

const dashboard = 'Admin Dashboard';
const leads = { title: dashboard, Panel: LeadsTab };

/** The pages of the admin, by the last segment of their paths. */
const pages: Record<string, { title: string; Panel: () => React.ReactNode }> = {
  bookings: { title: dashboard, Panel: BookingsTab },
  events: { title: dashboard, Panel: EventsTab },
  courses: { title: dashboard, Panel: CoursesPanel },
  blog: { title: dashboard, Panel: BlogTab },
  testimonials: { title: dashboard, Panel: TestimonialsTab },
  videos: { title: dashboard, Panel: VideosTab },
  freebies: { title: dashboard, Panel: FreebiesTab },
  today: { title: 'Today', Panel: TodayPanel },
  more: { title: 'More', Panel: MorePanel },
  people: { title: 'People', Panel: PeoplePanel },
  money: { title: 'Money', Panel: MoneyPanel },
  visits: { title: 'Visits', Panel: VisitsPanel },
  trash: { title: 'Trash', Panel: TrashPanel },
};

const findPage = (pathname: string) => pages[pathname.split('/')[2] ?? ''] ?? leads;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: findPage(args.location.pathname).title, isIndexed: false });

/** A page of the admin, except the settings and the account. */
export default function AdminPlace() {
  const { pathname } = useLocation();
  const { Panel } = findPage(pathname);
  return (
    <AdminContent>
      <Contained
        key={pathname}
        fallback={(retry) => (
          <FailedNotice
            text="This tab can’t be shown."
            query={{ refetch: retry, isFetching: false }}
          />
        )}
      >
        <Panel />
      </Contained>
    </AdminContent>
  );
}
