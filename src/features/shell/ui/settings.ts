import { createContext, use } from 'react';
import type { SiteWideSettings } from '#server/page-context.ts';

/** The settings on the error page of the root, where no loader data is available. */
const noSettings: SiteWideSettings = {
  name: '',
  tagline: '',
  description: '',
  email: null,
  phone: null,
  phoneHref: null,
  socialLinks: [],
  mentor: { name: null, city: null, registration: null, record: null },
  call: { href: '/mentorship', label: 'Book a session', shortLabel: 'Book', details: null },
  sharePicture: { src: '/og.png', alt: '', width: 1200, height: 630 },
  timeZone: 'UTC',
  timeZoneLabel: 'UTC',
  riskNotice: '',
};

/** The part of the root loader's data that is used here. */
interface RootData {
  siteUrl: string;
  settings: SiteWideSettings;
}

/** The settings about the site that every page needs. */
export const SettingsContext = createContext(noSettings);

export const useSettings = (): SiteWideSettings => use(SettingsContext);

/** The part of React Router's `meta` arguments that is used here. */
export interface MetaArgs {
  location: { pathname: string };
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

/**
 * Returns the settings for a `meta` function, and the site's URL. The error page of the root has no
 * URL.
 */
export function readRoot({ matches }: MetaArgs): { siteUrl?: string; settings: SiteWideSettings } {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
  return { ...(root && { siteUrl: root.siteUrl }), settings: root?.settings ?? noSettings };
}
