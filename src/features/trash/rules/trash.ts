import { maxPageSize, pageQuery } from '#rules/list-page.ts';
import { instantText, recordId, z } from '#rules/zod.ts';

/** The tables whose deleted rows go to the trash. */
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

/** Returns when an entry may be deleted permanently. */
export const goneAt = (deletedAt: Date, days: number): Date =>
  new Date(deletedAt.getTime() + days * dayMs);

/** An entry of the trash. Instants are ISO 8601 in UTC. */
export interface TrashEntry {
  kind: TrashKind;
  id: string;
  /** The name; null for a testimonial without a description. */
  title: string | null;
  detail: string | null;
  /** The day of an event or a post, `YYYY-MM-DD`. */
  day: string | null;
  /** When a booking's session starts, or a testimonial was uploaded. */
  instant: string | null;
  picture_url: string | null;
  deleted_at: string;
  /** When it may be deleted permanently. */
  gone_at: string;
  /** Whether it stays in the trash: a course that someone was given, or may still pay for. */
  is_kept: boolean;
}

/** The number of entries of each kind. Emptying the trash sends `counted_at`. */
export interface TrashCounts {
  counts: Record<TrashKind, number>;
  /** How many of them stay in the trash. */
  kept: number;
  counted_at: string;
}

/** The query of `GET /api/trash`. */
export const trashQuery = pageQuery.extend({ kind: z.enum(trashKinds).optional() });
export type TrashQuery = z.output<typeof trashQuery>;

/** The path parameters of an entry. */
export const trashParam = z.object({
  kind: z.enum(trashKinds),
  id: recordId('Invalid id.'),
});
export type TrashParam = z.output<typeof trashParam>;

/** The path and body of `POST /api/trash/:kind/restorations`: entries to restore together. */
export const trashKindParam = trashParam.pick({ kind: true });
export const restorations = z.object({
  ids: z.array(trashParam.shape.id).min(1).max(maxPageSize),
});

/** The query of `DELETE /api/trash`. Entries deleted after `until` are kept. */
export const emptyingQuery = z.object({
  until: instantText('Enter a time.').optional(),
  cursor: pageQuery.shape.cursor,
});
export type EmptyingQuery = z.output<typeof emptyingQuery>;

/** The result of one round of emptying. */
export interface Emptied {
  deleted: number;
  /** Entries that remain because their file could not be deleted. */
  failed: number;
  /** Requests the next round; null after the last. */
  next_cursor: string | null;
}
