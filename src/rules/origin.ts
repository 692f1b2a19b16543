import type { FromWire } from './wire.ts';
import { z } from './zod.ts';

/** The maximum length of each stored text, in code points. */
const maxTextLength = 100;

/** The query parameters that name a campaign. */
export const campaignNames = ['utm_source', 'utm_medium', 'utm_campaign'] as const;

/** Normalises a text, so that `Facebook ` and `facebook` count as one. Returns null for an empty one. */
function toCounted(text: string): string | null {
  const words = text
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
    .toLowerCase()
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
  return [...words].slice(0, maxTextLength).join('').trim() || null;
}

const host = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/;

/** Normalises a host. Returns null for anything else. */
function toHost(text: string): string | null {
  const name = toCounted(text)?.replace(/^www\./, '') ?? '';
  return host.test(name) ? name : null;
}

const requestPage = '/privacy/request';

const recordPage = /^\/(?:education|blog)(?<record>\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$/;

/**
 * Normalises the path of a page. A post is one page under both of its paths. Only the first segment
 * of other paths is kept, because the rest may be a secret.
 */
export function toPagePath(path: string): string | null {
  const [name = ''] = path.toLowerCase().split(/[?#]/, 1);
  const post = recordPage.exec(name);
  if (post) return `/education${post.groups?.['record'] ?? ''}`;
  if (name === requestPage) return requestPage;
  return /^\/[a-z-]{0,40}(?=\/|$)/.exec(name)?.[0] ?? null;
}

/** Accepts anything, because a form matters more than its origin. Unusable values become null. */
const lenient = (toKept: (text: string) => string | null) =>
  z.string().max(2_000).transform(toKept).nullable().default(null).catch(null);

/**
 * Where a visit started: its first page, the referring host and the campaign of the link. The
 * browser sends it.
 */
export const origin = z.object({
  first_page: lenient(toPagePath),
  referrer: lenient(toHost),
  utm_source: lenient(toCounted),
  utm_medium: lenient(toCounted),
  utm_campaign: lenient(toCounted),
});
export type Origin = z.output<typeof origin>;

/** The origin in a form. Undefined without a first page. */
export const originOfForm = origin
  .optional()
  .catch(undefined)
  .transform((given) => (given?.first_page ? given : undefined))
  .optional();

/** An unknown origin. */
export const noOrigin: Origin = {
  first_page: null,
  referrer: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
};

/** Describes an origin for the mentor; undefined if nothing is known. */
export function describeOrigin(known: Origin): string | undefined {
  if (known.first_page === null) return undefined;
  const campaign = campaignNames.flatMap((name) => known[name] ?? []).join(' · ');
  const named = campaign && ` (${campaign})`;
  const direct = campaign ? 'From a link' : 'Direct visit';
  const way = known.referrer ? `From ${known.referrer}` : direct;
  return `${way}${named}, landed on ${known.first_page}`;
}

/** The headings of an origin in a CSV file. */
export const originHeadings = [
  'First page',
  'Referrer',
  'UTM source',
  'UTM medium',
  'UTM campaign',
];

/** The cells of an origin in a CSV file. */
export const toOriginCells = (row: FromWire<Origin>): (string | null)[] => [
  row.firstPage,
  row.referrer,
  row.utmSource,
  row.utmMedium,
  row.utmCampaign,
];
