import { useEffect, useRef, useState } from 'react';
import {
  type LinkProps,
  type NavLinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
} from 'react-router';

/** How a link looks that stands in a text, or by itself as words. */
export const textLink =
  'font-semibold text-gold underline decoration-gold-soft/50 underline-offset-4 hover:decoration-gold';

/** What some browsers say of the visitor's line; only Chromium does. */
interface NetworkInformation {
  saveData: boolean;
  effectiveType: 'slow-2g' | '2g' | '3g' | '4g';
}

function isQuickLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.effectiveType === '4g' && !connection.saveData;
}

/** When a link loads its page ahead: on intent, and on a quick line once it is in view. */
function usePrefetch() {
  const ref = useRef<HTMLAnchorElement>(null);
  const [isLoadedAhead, setIsLoadedAhead] = useState(false);
  useEffect(() => {
    const link = ref.current;
    if (!link || !isQuickLine()) return;
    const leaving = new AbortController();
    import('./load-ahead.ts').then(
      ({ loadAheadInView }) => loadAheadInView(link, leaving.signal, () => setIsLoadedAhead(true)),
      // Without a connection nothing is loaded ahead.
      () => {},
    );
    return () => leaving.abort();
  }, []);
  return { ref, prefetch: isLoadedAhead ? 'render' : 'intent' } as const;
}

/** A link within the site. Loads its page ahead. */
export const Link = (props: LinkProps) => <RouterLink {...usePrefetch()} {...props} />;

/** The same in a navigation: it knows when it leads to the page that is shown. */
export const NavLink = (props: NavLinkProps) => <RouterNavLink {...usePrefetch()} {...props} />;

/** A link to another site, in a new tab that cannot reach back into this one. */
export const ExternalLink = ({
  children,
  rel,
  ...props
}: React.ComponentProps<'a'> & { href: string }) => (
  <a {...props} target="_blank" rel={['noopener', rel].filter(Boolean).join(' ')}>
    {children}
  </a>
);
