import { PageHeader } from '#app/ui/page-header.tsx';

/** The head of the page, which stands while the rest is on its way as well. */
export function ServicesHeader() {
  return (
    <PageHeader eyebrow="Services" title="Our Premium Services">
      Choose the service that best fits your trading journey. All services include lifetime updates
      and support.
    </PageHeader>
  );
}
