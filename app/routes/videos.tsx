import { pageMeta } from '#app/features/shell/page-meta.ts';
import { EmptyNotice } from '#app/ui/empty-notice.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/videos';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Video Insights',
    description: 'Short lessons on reading gold in time and price.',
  });

export default function Videos() {
  return (
    <>
      <PageHeader eyebrow="Videos" title="Video Insights">
        Short lessons on reading gold in time and price.
      </PageHeader>
      <EmptyNotice>No videos have been posted yet. Check back soon!</EmptyNotice>
    </>
  );
}
