import { z } from 'zod';
import { longestPage, pageQuery } from './list-page.ts';
import { optionalText } from './text.ts';

/** The groups that the admin shows leads in, in their order. */
export const leadGroups = ['course', 'blueprint', 'contact', 'other'] as const;
export type LeadGroup = (typeof leadGroups)[number];

/**
 * The group of a source. Whatever begins with "Course" is a course lead, whoever wrote it.
 * The database knows the same rule (`leads.category`).
 */
export function groupOfSource(source: string): LeadGroup {
  if (source.startsWith('Course')) return 'course';
  if (source.startsWith('Blueprint')) return 'blueprint';
  return source.startsWith('Contact') ? 'contact' : 'other';
}

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

/** How many rows are read at a time for a file. */
export const exportPageSize = longestPage * 5;
