import { useSyncExternalStore } from 'react';
import {
  type LinkProps,
  type NavLinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
} from 'react-router';

/** How a link looks that stands in a text, or by itself as words. */
export const textLink =
  'font-semibold text-gold underline decoration-gold-soft/50 underline-offset-4 hover:decoration-gold';

/** What some browsers say of the visitor's line. */
interface NetworkInformation {
  saveData: boolean;
  effectiveType: 'slow-2g' | '2g' | '3g' | '4g';
}

function isQuickLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.effectiveType === '4g' && !connection.saveData;
}

const subscribeToNothing = () => () => {};

/** When a link loads its page ahead: once it is in view, or on intent where a line is slow, paid for or unknown. */
const usePrefetch = () =>
  useSyncExternalStore(subscribeToNothing, isQuickLine, () => false) ? 'viewport' : 'intent';

/** A link within the site. Loads its page ahead. */
export const Link = (props: LinkProps) => <RouterLink prefetch={usePrefetch()} {...props} />;

/** The same in a navigation: it knows when it leads to the page that is shown. */
export const NavLink = (props: NavLinkProps) => (
  <RouterNavLink prefetch={usePrefetch()} {...props} />
);

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
