/** Matches a price of zero as mentors write it: "Free", "free of charge", "R0", "R 0.00". */
const noPrice = /^\s*(?:free\b|(?:R\s*)?0(?:[.,]0+)?\s*$)/i;

/** A link to the booking form and its label; `shortLabel` is for narrow bars. */
export interface CallLink {
  href: string;
  label: string;
  shortLabel: string;
  /** A description of the free call. */
  details: string | null;
}

interface Option {
  title: string;
  price: string;
  length: string | null;
  description: string;
}

/** Returns the URL of the booking form with a session type preselected. */
export const bookingHref = (title: string) =>
  `/mentorship?${new URLSearchParams({ session: title })}#book`;

/** Returns the link to the first free session, or to all sessions if none is free. */
export function toCallLink(options: readonly Option[]): CallLink {
  const free = options.find(({ price }) => noPrice.test(price));
  if (!free) {
    const [label, shortLabel] = ['Book a session', 'Book'];
    return { href: '/mentorship', label, shortLabel, details: null };
  }
  const facts = [free.title, free.length, free.price].filter(Boolean).join(' · ');
  return {
    href: bookingHref(free.title),
    label: 'Book a free call',
    shortLabel: 'Free call',
    details: `${facts}. ${free.description}`,
  };
}
