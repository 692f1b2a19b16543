import { createContext, use } from 'react';
import type { SiteWideFacts } from '#server/page-context.ts';

/** Where the root itself has failed, nothing is known. */
const noFacts: SiteWideFacts = {
  name: '',
  tagline: '',
  description: '',
  email: null,
  phone: null,
  phoneHref: null,
  socialLinks: [],
  call: { href: '/mentorship', label: 'Book a session', shortLabel: 'Book', details: null },
  sharePicture: { src: '/og.png', alt: '', width: 1200, height: 630 },
  timeZone: 'UTC',
  timeZoneLabel: 'UTC',
  riskNotice: '',
};

/** What the root's loader has read, as far as it is needed here. */
interface RootData {
  siteUrl: string;
  facts: SiteWideFacts;
}

/** What the operator says of the site, as far as every page needs it. */
export const FactsContext = createContext(noFacts);

export const useFacts = (): SiteWideFacts => use(FactsContext);

/** What React Router hands to every `meta` function, as far as it is needed here. */
export interface MetaArgs {
  location: { pathname: string };
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

/** Returns the same for a `meta` function, and where the site is; nothing on the error page of the root itself. */
export function readRoot({ matches }: MetaArgs): { siteUrl?: string; facts: SiteWideFacts } {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
  return { ...(root && { siteUrl: root.siteUrl }), facts: root?.facts ?? noFacts };
}
