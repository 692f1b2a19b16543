/**
 * The courses that the plan cards with these buttons sell. A migration adds them to every site, as drafts,
 * because the plan card is where visitors see them.
 */
export const planCourses = {
  'course-inquiry': '5d0c3a1e-8f42-4b7d-9c65-1e2a7b9f4d01',
  'blueprint-inquiry': '5d0c3a1e-8f42-4b7d-9c65-1e2a7b9f4d02',
} as const;
