import { longestPage, pageQuery } from './list-page.ts';
import { instantText, recordId, z } from './zod.ts';

/** What goes into the trash when it is deleted, by the names of the tables. */
export const trashKinds = [
  'leads',
  'bookings',
  'events',
  'courses',
  'blog_posts',
  'testimonials',
  'videos',
  'freebies',
] as const;
export type TrashKind = (typeof trashKinds)[number];

const dayMs = 24 * 3_600_000;

/** Returns from when on something may be deleted for good that was deleted then and lies in the trash for so many days. */
export const goneAt = (deletedAt: Date, days: number): Date =>
  new Date(deletedAt.getTime() + days * dayMs);

/** One entry of the trash. Instants are ISO 8601 in UTC. */
export interface TrashEntry {
  kind: TrashKind;
  id: string;
  /** What it is called; null for a testimonial that has no words of its own. */
  title: string | null;
  detail: string | null;
  /** The day of an event or a post, `YYYY-MM-DD`. */
  day: string | null;
  /** When the session of a booking is, or a testimonial came. */
  instant: string | null;
  picture_url: string | null;
  deleted_at: string;
  /** From when on it may be deleted permanently. */
  gone_at: string;
}

/** How many entries of each kind there are, at an instant that emptying the trash can name. */
export interface TrashCounts {
  counts: Record<TrashKind, number>;
  counted_at: string;
}

/** The query of `GET /api/trash`. */
export const trashQuery = pageQuery.extend({ kind: z.enum(trashKinds).optional() });
export type TrashQuery = z.output<typeof trashQuery>;

/** Names one entry. */
export const trashParam = z.object({
  kind: z.enum(trashKinds),
  id: recordId('Invalid id.'),
});
export type TrashParam = z.output<typeof trashParam>;

/** The path and the body of `POST /api/trash/:kind/restorations`: entries that come back together. */
export const trashKindParam = trashParam.pick({ kind: true });
export const restorations = z.object({
  ids: z.array(trashParam.shape.id).min(1).max(longestPage),
});

/** The query of `DELETE /api/trash`: what went in later than `until` stays. */
export const emptyingQuery = z.object({
  until: instantText('Enter a time.').optional(),
  cursor: pageQuery.shape.cursor,
});
export type EmptyingQuery = z.output<typeof emptyingQuery>;

/** What came of one round of emptying. */
export interface Emptied {
  deleted: number;
  /** Of these the file could not be deleted: they stay. */
  failed: number;
  /** Asks for the next round; null when all were tried. */
  next_cursor: string | null;
}
