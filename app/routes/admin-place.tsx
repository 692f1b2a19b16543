import { useLocation } from 'react-router';
import { AdminContent } from '#app/features/admin/admin-frame.tsx';
import { MorePanel } from '#app/features/admin/admin-navigation.tsx';
import { BlogTab } from '#app/features/admin/blog-tab.tsx';
import { BookingsTab } from '#app/features/admin/bookings-tab.tsx';
import { CoursesTab } from '#app/features/admin/courses-tab.tsx';
import { EventsTab } from '#app/features/admin/events-tab.tsx';
import { LeadsTab } from '#app/features/admin/leads-tab.tsx';
import { FreebiesTab, TestimonialsTab, VideosTab } from '#app/features/admin/media-tabs.tsx';
import { PeoplePanel } from '#app/features/admin/people-panel.tsx';
import { FailedNotice } from '#app/features/admin/record-list.tsx';
import { TodayPanel } from '#app/features/admin/today-panel.tsx';
import { TrashPanel } from '#app/features/admin/trash-panel.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { VisitsPanel } from '#app/features/visits/visits-panel.tsx';
import { Contained } from '#app/ui/contained.tsx';
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
