import { PageHeader } from '#app/ui/page-header.tsx';

/** The head of the list, which stands while the posts are on their way as well. */
export function PostListHeader() {
  return (
    <PageHeader eyebrow="Education" title="Trade Like a Pro">
      Articles on reading gold in time and price, from first principles to live charts.
    </PageHeader>
  );
}
