import { useLocation } from 'react-router';
import { AdminContent } from '#app/features/admin/admin-frame.tsx';
import { FailedNotice } from '#app/features/admin/record-list.tsx';
import { findTab } from '#app/features/admin/tabs.ts';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import { Contained } from '#app/ui/contained.tsx';
import type { Route } from './+types/admin-tab';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Admin Dashboard', isIndexed: false });

/** One tab of the dashboard. */
export default function AdminTab() {
  const { pathname } = useLocation();
  const { Panel } = findTab(pathname);
  return (
    <AdminContent>
      <Contained
        key={pathname}
        fallback={(retry) => (
          <FailedNotice text="This tab can’t be shown." retry={retry} isReading={false} />
        )}
      >
        <Panel />
      </Contained>
    </AdminContent>
  );
}
