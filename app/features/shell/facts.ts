import { useRouteLoaderData } from 'react-router';
import type { SiteWideFacts } from '#server/http/page-context.ts';
import { packTexts, unpackTexts } from './packed-texts.ts';

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
  riskNotice: '',
};

/** Packs what every page says of the site, for the root's loader. */
export function packFacts({ sharePicture: picture, profiles, ...facts }: SiteWideFacts): string {
  const { name, tagline, description, email, phone, timeZone, timeZoneLabel, riskNotice } = facts;
  return packTexts([
    [name, tagline, description, email ?? '', phone ?? '', timeZone, timeZoneLabel, riskNotice],
    profiles,
    [picture.src, picture.alt, picture.width, picture.height],
  ]);
}

function unpackFacts(packed: string): SiteWideFacts {
  const [about = [], profiles = [], [src = '', alt = '', width, height] = []] = unpackTexts(packed);
  const [name = '', tagline = '', description = '', email, phone, ...rest] = about;
  const [timeZone, label, riskNotice = ''] = rest;
  return {
    ...{ name, tagline, description, profiles },
    email: email || null,
    phone: phone || null,
    sharePicture: { src, alt, width: Number(width), height: Number(height) },
    timeZone: timeZone ?? noFacts.timeZone,
    timeZoneLabel: label ?? noFacts.timeZoneLabel,
    riskNotice,
  };
}

let unpacked: { from: string; facts: SiteWideFacts } | undefined;

/** Unpacks the same once: many ask. */
function toFacts(packed: string | undefined): SiteWideFacts {
  if (packed === undefined) return noFacts;
  if (unpacked?.from !== packed) unpacked = { from: packed, facts: unpackFacts(packed) };
  return unpacked.facts;
}

/** What the root's loader has read, as far as it is needed here. */
interface RootData {
  siteUrl: string;
  facts: string;
}

/** Returns what the operator says of the site, as far as every page needs it. */
export const useFacts = (): SiteWideFacts =>
  toFacts(useRouteLoaderData<() => RootData>('root')?.facts);

/** What React Router hands to every `meta` function, as far as it is needed here. */
export interface MetaArgs {
  location: { pathname: string };
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

/** Returns the same for a `meta` function, and where the site is; nothing on the error page of the root itself. */
export function readRoot({ matches }: MetaArgs): { siteUrl?: string; facts: SiteWideFacts } {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined;
  return { ...(root && { siteUrl: root.siteUrl }), facts: toFacts(root?.facts) };
}
