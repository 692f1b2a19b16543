import {
  type LinkProps,
  type NavLinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
} from 'react-router';

/** How a link looks that stands in a text, or by itself as words. */
export const textLink =
  'font-semibold text-gold underline decoration-gold-soft/50 underline-offset-4 hover:decoration-gold';

/** A link within the site. Loads ahead on intent. */
export const Link = (props: LinkProps) => <RouterLink prefetch="intent" {...props} />;

/** The same in a navigation: it knows when it leads to the page that is shown. */
export const NavLink = (props: NavLinkProps) => <RouterNavLink prefetch="intent" {...props} />;

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
