/** The language of the site (BCP 47). */
export const siteLanguage = 'en-ZA';

/** The main navigation, in display order. */
export const navigation = [
  { href: '/about', label: 'About' },
  { href: '/services', label: 'Services' },
  { href: '/mentorship', label: 'Mentorship' },
  { href: '/community', label: 'Community' },
  { href: '/education', label: 'Education' },
  { href: '/videos', label: 'Video Insights' },
  { href: '/freebies', label: 'Freebies' },
  { href: '/contact', label: 'Contact' },
] as const;

/** The links in the footer of every page. */
export const legalPages = [
  { href: '/privacy', label: 'Privacy Policy' },
  { href: '/terms', label: 'Terms of Service' },
] as const;
