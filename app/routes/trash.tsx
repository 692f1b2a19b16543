import { TrashPanel } from '#app/features/admin/trash-panel.tsx';
import { pageMeta } from '#app/features/shell/page-meta.ts';
import type { Route } from './+types/trash';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: 'Trash', isIndexed: false });

/** What was deleted in the dashboard. */
export default function Trash() {
  return (
    <div className="container-site pt-6 pb-(--section) lg:pt-9">
      <TrashPanel />
    </div>
  );
}
