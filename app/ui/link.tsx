import { type LinkProps, Link as RouterLink } from 'react-router';

/** A link within the site. Loads ahead on intent and fades the page over. */
export function Link(props: LinkProps) {
  return <RouterLink prefetch="intent" viewTransition {...props} />;
}

/** A link to another site, in a new tab that cannot reach back into this one. */
export function ExternalLink({
  children,
  rel,
  ...props
}: React.ComponentProps<'a'> & { href: string }) {
  return (
    <a {...props} target="_blank" rel={['noopener', rel].filter(Boolean).join(' ')}>
      {children}
    </a>
  );
}
