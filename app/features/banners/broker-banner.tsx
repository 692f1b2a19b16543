import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ExternalLink } from '#app/ui/link.tsx';
import type { ShownFacts } from '#server/http/page-context.ts';
import { Picture } from '../media/picture.tsx';

type Banners = ShownFacts['pictures']['brokerBanners'];

/** How near the box must come before its banner is chosen and loaded. */
const nearness = '400px';

/**
 * A page's content, closed by a broker's banner. The browser chooses it at random when the visitor
 * comes near, so that the page is the same for everybody; it begins below the first screen.
 */
export function WithBrokerBanner({
  banners,
  children,
}: {
  /** Without any the page ends as it is. */
  banners: Banners;
  children: ReactNode;
}) {
  const { key } = useLocation();
  return (
    <>
      <div className="min-h-svh">{children}</div>
      {banners.length > 0 && <BrokerBanner key={key} banners={banners} />}
    </>
  );
}

function BrokerBanner({ banners }: { banners: Banners }) {
  const box = useRef<HTMLDivElement>(null);
  const [banner, setBanner] = useState<Banners[number]>();

  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        setBanner(banners[Math.floor(Math.random() * banners.length)]);
      },
      { rootMargin: nearness },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [banners]);

  return (
    <aside aria-label="Sponsored" className="container-site pb-(--section) noscript:hidden">
      <p aria-hidden className="mb-2 label-caps text-muted">
        Sponsored
      </p>
      <div ref={box} className="aspect-[4/1] w-full overflow-hidden rounded-sm bg-gold-wash">
        {banner && (
          <ExternalLink href={banner.href} rel="sponsored" className="block size-full">
            <Picture
              {...banner.image}
              sizes="(min-width: 80rem) 80rem, 100vw"
              className="block size-full object-contain"
            />
          </ExternalLink>
        )}
      </div>
    </aside>
  );
}
