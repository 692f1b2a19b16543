import { desc } from 'drizzle-orm';
import type { Database } from '#server/db/executor.ts';
import { testimonials } from '#server/db/schema.ts';

/** The uploaded testimonial pictures, newest first. */
export function listTestimonials(db: Database) {
  return db
    .select({ id: testimonials.id, imageUrl: testimonials.imageUrl })
    .from(testimonials)
    .orderBy(desc(testimonials.createdAt), desc(testimonials.id));
}
