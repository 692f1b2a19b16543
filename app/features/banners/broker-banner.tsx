import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ExternalLink } from '#app/ui/link.tsx';
import { brokerBanners } from '#content/pictures.ts';

/** How near the box must come before its banner is chosen and loaded. */
const nearness = '400px';

/**
 * A page's content, closed by a broker's banner. The browser chooses it at random when the visitor
 * comes near, so that the page is the same for everybody; it begins below the first screen.
 */
export function WithBrokerBanner({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <>
      <div className="min-h-svh">{children}</div>
      <BrokerBanner key={key} />
    </>
  );
}

function BrokerBanner() {
  const box = useRef<HTMLDivElement>(null);
  const [banner, setBanner] = useState<(typeof brokerBanners)[number]>();

  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        setBanner(brokerBanners[Math.floor(Math.random() * brokerBanners.length)]);
      },
      { rootMargin: nearness },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  return (
    <aside aria-label="Sponsored" className="container-site pb-(--section) noscript:hidden">
      <p aria-hidden className="mb-2 label-caps text-muted">
        Sponsored
      </p>
      <div ref={box} className="aspect-[4/1] w-full overflow-hidden rounded-sm bg-gold-wash">
        {banner && (
          <ExternalLink href={banner.href} rel="sponsored" className="block size-full">
            <img
              {...banner.image}
              alt={banner.image.alt}
              className="block size-full object-contain"
            />
          </ExternalLink>
        )}
      </div>
    </aside>
  );
}
