import { longestPage, pageQuery } from './list-page.ts';
import { optionalText, z } from './zod.ts';

/** The groups that the admin shows leads in, in their order. What falls into which is the rule of `leads.category`. */
export const leadGroups = ['course', 'blueprint', 'contact', 'other'] as const;
export type LeadGroup = (typeof leadGroups)[number];

/** Which leads a list, a count or a file shows. */
export const leadFilter = z.object({
  group: z.enum(leadGroups).optional(),
  search: optionalText(200).default(''),
});
export type LeadFilter = z.output<typeof leadFilter>;

/** The query of `GET /api/leads`. */
export const leadQuery = z.object({ ...pageQuery.shape, ...leadFilter.shape });
export type LeadQuery = z.output<typeof leadQuery>;

/** How many leads a group has; where it is more than can be counted at once, at least so many. */
export type LeadCounts = Record<LeadGroup, { count: number; isMore: boolean }>;

export const exportPageSize = longestPage * 5;

const phoneLike = /^\+?[\d\s()./-]{5,}$/;

/** More words than this make no search any narrower. */
const mostTerms = 8;

/** Returns what a search looks for, all of it: words in lower case, or a telephone number's digits without leading zeros. */
export function toSearchTerms(text: string): string[] {
  const trimmed = text.trim();
  if (phoneLike.test(trimmed)) return [trimmed.replaceAll(/\D/g, '').replace(/^0+/, '')];
  return trimmed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostTerms);
}
