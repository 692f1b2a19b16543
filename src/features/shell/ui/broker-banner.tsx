import type { ReactNode } from 'react';
import type { PublicSettings } from '#server/page-context.ts';
import { DocumentScript } from '#ui/document-script.tsx';
import banner from './document/banner.ts?script';

type Banners = PublicSettings['pictures']['brokerBanners'];

interface WithBrokerBannerProps {
  /** Without banners, nothing is added to the page. */
  banners: Banners;
  children: ReactNode;
  /** The end of the page, so that no page ends with advertising. */
  end?: ReactNode;
}

/**
 * A page's content, with a broker's banner below it. The browser picks one at random when the
 * visitor scrolls near it (document/banner.ts), so that the page stays cacheable. It starts below
 * the first screen.
 */
export const WithBrokerBanner = ({ banners, children, end }: WithBrokerBannerProps) => (
  <>
    <div className="flex min-h-svh flex-col">
      {children}
      {banners.length === 0 && end}
    </div>
    {banners.length > 0 && (
      <aside aria-label="Sponsored" className="container-site py-12 plain:hidden">
        <div className="mx-auto max-w-xl">
          <p aria-hidden className="mb-2 label-caps text-muted">
            Sponsored
          </p>
          <div className="framed">
            <div data-banners={JSON.stringify(banners)} className="aspect-[4/1] dimmed" />
          </div>
        </div>
        <DocumentScript src={banner} />
      </aside>
    )}
    {banners.length > 0 && end}
  </>
);
