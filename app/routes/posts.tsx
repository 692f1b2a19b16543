import { pageMeta } from '#app/features/shell/page-meta.ts';
import { EmptyNotice } from '#app/ui/empty-notice.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { Route } from './+types/posts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Education',
    description: 'Articles on reading gold in time and price.',
  });

export default function Posts() {
  return (
    <>
      <PageHeader eyebrow="Education" title="Trade Like a Pro">
        Articles on reading gold in time and price, from first principles to live charts.
      </PageHeader>
      <EmptyNotice>No posts have been published yet. Check back soon!</EmptyNotice>
    </>
  );
}
