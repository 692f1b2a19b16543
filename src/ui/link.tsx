import type { ComponentProps } from 'react';

/** The class of a link within a text. */
export const textLink =
  'font-semibold text-gold underline decoration-gold-soft/50 underline-offset-4 hover:decoration-gold';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path from the root of the site. */
  to: string;
}

/** A link to a page of the site. It causes a full page load. */
export const Link = ({ to, ...props }: LinkProps) => <a href={to} {...props} />;

/** A link to another site or to a file, in a new tab without `window.opener`. */
export const ExternalLink = ({
  children,
  rel,
  ...props
}: ComponentProps<'a'> & { href: string }) => (
  <a {...props} target="_blank" rel={['noopener', rel].filter(Boolean).join(' ')}>
    {children}
  </a>
);
