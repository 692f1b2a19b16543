import { PageHeader } from '#app/ui/page-header.tsx';

/** The head of the videos, which stands while they are on their way as well. */
export function VideosHeader() {
  return (
    <PageHeader eyebrow="Videos" title="Video Insights">
      Short lessons on reading gold in time and price.
    </PageHeader>
  );
}

/** The head of the free resources, which stands while they are on their way as well. */
export function FreebiesHeader() {
  return (
    <PageHeader eyebrow="Freebies" title="Free Resources">
      Guides and checklists as PDFs, free to read and keep.
    </PageHeader>
  );
}
