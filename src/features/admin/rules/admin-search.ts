import { requiredText, z } from '#rules/zod.ts';

/** The body of `POST /api/search`. */
export const adminSearch = z.object({
  text: requiredText('Enter at least two characters.', 2, 200),
});
export type AdminSearch = z.output<typeof adminSearch>;

/** The groups of results, in display order. */
export const searchGroups = [
  'people',
  'leads',
  'bookings',
  'events',
  'courses',
  'lessons',
  'blog_posts',
  'videos',
  'freebies',
] as const;
export type SearchGroup = (typeof searchGroups)[number];

export interface SearchHit {
  /** The id of the record; for people their email address. */
  id: string;
  title: string;
  /** For people their number or email address, for leads the source, for bookings the session, for lessons the course. */
  detail: string | null;
  email: string | null;
  /** When a lead arrived or a session starts. */
  instant: string | null;
  /** The course of a lesson. */
  course_id: string | null;
}

/** The response of `POST /api/search`: a few hits of each group, newest first. */
export type SearchResults = Record<SearchGroup, SearchHit[]>;

/** The maximum number of hits in a group. */
export const hitsPerGroup = 5;
