import { asc } from 'drizzle-orm';
import type { Database } from '#server/db/executor.ts';
import { courses } from '#server/db/schema.ts';
import { createRecordQueries } from './records.ts';

/** All courses, in the order in which they were added. */
export function listCourses(db: Database) {
  return db
    .select({
      id: courses.id,
      title: courses.title,
      price: courses.price,
      description: courses.description,
      features: courses.features,
    })
    .from(courses)
    .orderBy(asc(courses.createdAt), asc(courses.id));
}

/** What the admin does with courses. */
export const courseRecords = createRecordQueries({
  table: courses,
  columns: {
    id: courses.id,
    title: courses.title,
    price: courses.price,
    description: courses.description,
    features: courses.features,
    created_at: courses.createdAt,
  },
  newest: courses.createdAt,
});
