import { pageMeta } from '#app/features/shell/page-meta.ts';
import { EmptyNotice } from '#app/ui/empty-notice.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/freebies';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Free Resources',
    description: 'Guides and checklists as PDFs, free to read and keep.',
  });

export default function Freebies() {
  return (
    <>
      <PageHeader eyebrow="Freebies" title="Free Resources">
        Guides and checklists as PDFs, free to read and keep.
      </PageHeader>
      <EmptyNotice>No freebies have been posted yet. Check back soon!</EmptyNotice>
    </>
  );
}
