import { useLocation } from 'react-router';
import { AdminContent } from '#features/admin/ui/admin-frame.tsx';
import { MorePanel } from '#features/admin/ui/admin-navigation.tsx';
import { FreebiesTab, TestimonialsTab, VideosTab } from '#features/admin/ui/media-tabs.tsx';
import { TodayPanel } from '#features/admin/ui/today-panel.tsx';
import { BookingsTab } from '#features/booking/ui/admin/bookings-tab.tsx';
import { BlogTab } from '#features/content/ui/admin/blog-tab.tsx';
import { CoursesTab } from '#features/content/ui/admin/courses-tab.tsx';
import { EventsTab } from '#features/content/ui/admin/events-tab.tsx';
import { FailedNotice } from '#features/content/ui/admin/record-list.tsx';
import { TrashPanel } from '#features/content/ui/admin/trash-panel.tsx';
import { LeadsTab } from '#features/leads/ui/admin/leads-tab.tsx';
import { PeoplePanel } from '#features/people/ui/admin/people-panel.tsx';
import { pageMeta } from '#features/shell/ui/page-meta.ts';
import { VisitsPanel } from '#features/visits/ui/visits-panel.tsx';
import { Contained } from '#ui/contained.tsx';
import type { Route } from './+types/admin-place';

const dashboard = 'Admin Dashboard';
const leads = { title: dashboard, Panel: LeadsTab };

/** The pages of the admin by the last part of their paths. */
const places: Record<string, { title: string; Panel: () => React.ReactNode }> = {
  bookings: { title: dashboard, Panel: BookingsTab },
  events: { title: dashboard, Panel: EventsTab },
  courses: { title: dashboard, Panel: CoursesTab },
  blog: { title: dashboard, Panel: BlogTab },
  testimonials: { title: dashboard, Panel: TestimonialsTab },
  videos: { title: dashboard, Panel: VideosTab },
  freebies: { title: dashboard, Panel: FreebiesTab },
  today: { title: 'Today', Panel: TodayPanel },
  more: { title: 'More', Panel: MorePanel },
  people: { title: 'People', Panel: PeoplePanel },
  visits: { title: 'Visits', Panel: VisitsPanel },
  trash: { title: 'Trash', Panel: TrashPanel },
};

const findPlace = (pathname: string) => places[pathname.split('/')[2] ?? ''] ?? leads;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: findPlace(args.location.pathname).title, isIndexed: false });

/** A page of the admin, without the settings and the account. */
export default function AdminPlace() {
  const { pathname } = useLocation();
  const { Panel } = findPlace(pathname);
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
