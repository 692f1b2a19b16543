import { useLocation } from 'react-router';
import { findTab } from '#app/features/admin/tabs.ts';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import type { Route } from './+types/admin-tab';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Admin Dashboard', isIndexed: false });

/** One tab of the dashboard. */
export default function AdminTab() {
  const { Panel } = findTab(useLocation().pathname);
  return (
    <div className="container-site pt-6 pb-(--section) lg:pt-9">
      <Panel />
    </div>
  );
}
