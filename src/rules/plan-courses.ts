import { leadSources } from './lead-sources.ts';

/**
 * The courses that the plan cards with these buttons sell. A migration adds them to every site, as drafts,
 * because the plan card is where visitors see them.
 */
export const planCourses = {
  'course-inquiry': '5d0c3a1e-8f42-4b7d-9c65-1e2a7b9f4d01',
  'blueprint-inquiry': '5d0c3a1e-8f42-4b7d-9c65-1e2a7b9f4d02',
} as const;

/** Their ids. */
export const planCourseIds: readonly string[] = Object.values(planCourses);

/** The forms of the plan cards, and the courses that they sell. */
const coursesOfForms: Readonly<Record<string, string>> = {
  [leadSources.course]: planCourses['course-inquiry'],
  [leadSources.blueprint]: planCourses['blueprint-inquiry'],
};

/** Returns the course that an inquiry from this form is about, if it names none. */
export const findCourseOfForm = (source: string): string | undefined => coursesOfForms[source];

/** Returns the plan whose card sells a course, if one does. */
export const findPlanOf = <Plan extends { leadsTo: keyof typeof planCourses | 'booking' }>(
  courseId: string | null | undefined,
  plans: readonly Plan[],
): Plan | undefined =>
  plans.find(({ leadsTo }) => leadsTo !== 'booking' && planCourses[leadsTo] === courseId);
