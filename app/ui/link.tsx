import { type ComponentProps, useEffect, useRef, useState } from 'react';
import {
  Link as RouterLink,
  type LinkProps as RouterLinkProps,
  NavLink as RouterNavLink,
  useLocation,
} from 'react-router';
import { classNames } from './class-names.ts';

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

/** What a link is given: of what the router's own takes, what the site has a use for. */
export interface LinkProps
  extends Omit<ComponentProps<'a'>, 'href'>,
    Pick<RouterLinkProps, 'to' | 'prefetch' | 'replace' | 'preventScrollReset'> {}

interface NavLinkProps extends Omit<LinkProps, 'style'> {
  /** A path from the root of the site. */
  to: string;
  /** Whether only the page itself counts as shown, and none below it. */
  end?: boolean;
  className?: string;
}

const BrowserLink = (props: LinkProps) => (
  <RouterLink discover="none" {...usePrefetch()} {...props} />
);

const BrowserNavLink = (props: NavLinkProps) => (
  <RouterNavLink discover="none" {...usePrefetch()} {...props} />
);

/*
 * What the same links come to in a document. The router works out three times for each where it leads
 * from the page that is shown; a path from the root leads there from everywhere.
 */

function ServerLink(props: LinkProps) {
  const { to, prefetch, replace, preventScrollReset, ...rest } = props;
  const isFromRoot = typeof to === 'string' && to.startsWith('/');
  return isFromRoot ? <a {...rest} href={to} /> : <RouterLink discover="none" {...props} />;
}

function ServerNavLink({ end = false, className, ...props }: NavLinkProps) {
  const pathname = useLocation().pathname.toLowerCase();
  const isShown = pathname === props.to || (!end && pathname.startsWith(`${props.to}/`));
  return (
    <ServerLink
      {...props}
      aria-current={isShown ? 'page' : undefined}
      className={classNames(className, isShown && 'active')}
    />
  );
}

/** A link within the site. Loads its page ahead. */
export const Link = import.meta.env.SSR ? ServerLink : BrowserLink;

/** The same in a navigation: it knows when it leads to the page that is shown. */
export const NavLink = import.meta.env.SSR ? ServerNavLink : BrowserNavLink;

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
