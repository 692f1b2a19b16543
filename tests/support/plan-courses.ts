import { planCourses } from '#rules/plan-courses.ts';
import type { TestApi } from './api.ts';

/** Adds the courses that the plan cards sell, which a migration adds to every site. */
export async function addPlanCourses({ pool }: Pick<TestApi, 'pool'>): Promise<void> {
  await pool.query(
    `insert into courses (id, title, price, slug, published_at) values
      ($1, 'TP Strategy Course', 'R2000', 'tp-strategy-course', null),
      ($2, 'TP Strategy Blueprint', 'R500', 'tp-strategy-blueprint', null)`,
    [planCourses['course-inquiry'], planCourses['blueprint-inquiry']],
  );
}
