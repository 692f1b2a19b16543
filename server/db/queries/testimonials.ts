import { desc } from 'drizzle-orm';
import type { Database } from '#server/db/executor.ts';
import { testimonials } from '#server/db/schema.ts';
import { createRecordQueries } from './records.ts';

/** The uploaded testimonial pictures, newest first. */
export function listTestimonials(db: Database) {
  return db
    .select({ id: testimonials.id, imageUrl: testimonials.imageUrl })
    .from(testimonials)
    .orderBy(desc(testimonials.createdAt), desc(testimonials.id));
}

/** What the admin does with testimonials. */
export const testimonialRecords = createRecordQueries({
  table: testimonials,
  columns: {
    id: testimonials.id,
    image_url: testimonials.imageUrl,
    created_at: testimonials.createdAt,
  },
  newest: testimonials.createdAt,
});
