import { PageHeader } from '#app/ui/page-header.tsx';

/** The head of the page, which stands while the rest is on its way as well. */
export function CommunityHeader() {
  return (
    <PageHeader eyebrow="Community" title="Learn in good company">
      Three free places to ask, to listen and to follow the market together.
    </PageHeader>
  );
}
