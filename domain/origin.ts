import { z } from './zod.ts';

/** The longest text of an origin that is kept, in code points. */
const longestText = 100;

/** Parts of a campaign that a link to the site may name, as they stand in its query. */
export const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign'] as const;

/** Returns a text as it is counted: `Facebook ` and `facebook` are one. Nothing is `null`. */
function toCounted(text: string): string | null {
  const words = text
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .toLowerCase()
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
  return [...words].slice(0, longestText).join('').trim() || null;
}

const host = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/;

/** Returns a host as it is counted, or `null` for what is none. */
function toHost(text: string): string | null {
  const name = toCounted(text)?.replace(/^www\./, '') ?? '';
  return host.test(name) ? name : null;
}

/** Who asks about their own data is shown another page than who reads of it; what tells them apart is in the query. */
const requestPage = '/privacy/request';

const recordPage = /^\/(?:education|blog)(?<record>\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$/;

/**
 * Returns the path of a page as it is counted. A post is one page, under whichever of its two paths;
 * of any other only the first part is kept, since what follows may be somebody's secret.
 */
export function toPagePath(path: string): string | null {
  const [name = ''] = path.toLowerCase().split(/[?#]/, 1);
  const post = recordPage.exec(name);
  if (post) return `/education${post.groups?.['record'] ?? ''}`;
  if (name === requestPage) return requestPage;
  return /^\/[a-z-]{0,40}(?=\/|$)/.exec(name)?.[0] ?? null;
}

/** Whoever sends something odd is not refused for it: a form matters more than where it came from. */
const lenient = (toKept: (text: string) => string | null) =>
  z.string().max(2_000).transform(toKept).nullable().default(null).catch(null);

/**
 * Where a visit came from first: its first page, the other site's host and the campaign that its link
 * named. Visitors' browsers make it, forms and counted pages carry it.
 */
export const origin = z.object({
  first_page: lenient(toPagePath),
  referrer: lenient(toHost),
  utm_source: lenient(toCounted),
  utm_medium: lenient(toCounted),
  utm_campaign: lenient(toCounted),
});
export type Origin = z.output<typeof origin>;

/** The same of a form: what says no first page says nothing. */
export const originOfForm = origin
  .optional()
  .catch(undefined)
  .transform((given) => (given?.first_page ? given : undefined))
  .optional();

/** What is known of where a row came from. */
export const noOrigin: Origin = {
  ...{ first_page: null, referrer: null },
  ...{ utm_source: null, utm_medium: null, utm_campaign: null },
};

/** Returns in words where somebody came from, for the mentor; nothing where nothing is known. */
export function describeOrigin(known: Origin): string | undefined {
  if (known.first_page === null) return undefined;
  const campaign = campaignNames.flatMap((name) => known[name] ?? []).join(' · ');
  const named = campaign && ` (${campaign})`;
  const direct = campaign ? 'From a link' : 'Direct visit';
  const way = known.referrer ? `From ${known.referrer}` : direct;
  return `${way}${named}, landed on ${known.first_page}`;
}
