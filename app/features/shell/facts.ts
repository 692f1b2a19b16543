import { useRouteLoaderData } from 'react-router';
import type { SiteWideFacts } from '#server/http/page-context.ts';

/** Where the root itself has failed, nothing is known. */
const noFacts: SiteWideFacts = {
  name: '',
  tagline: '',
  description: '',
  email: null,
  phone: null,
  profiles: [],
  sharePicture: { src: '/og.png', alt: '', width: 1200, height: 630 },
  timeZone: 'UTC',
  timeZoneLabel: 'UTC',
};

/** What the root's loader has read, as far as it is needed here. */
interface RootData {
  siteUrl: string;
  facts: SiteWideFacts;
}

/** Returns what the operator says of the site, as far as every page needs it. */
export const useFacts = (): SiteWideFacts =>
  useRouteLoaderData<() => RootData>('root')?.facts ?? noFacts;

/** What React Router hands to every `meta` function, as far as it is needed here. */
export interface MetaArgs {
  location: { pathname: string };
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

/** Returns the same for a `meta` function, and where the site is; nothing on the error page of the root itself. */
export function readRoot({ matches }: MetaArgs): Partial<RootData> & Pick<RootData, 'facts'> {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
  return { facts: noFacts, ...root };
}
