export { createContentServices } from './content-services.ts';
export { createPublicContent, type PublicContent } from './create-public-content.ts';
export { installDemo, removeDemo } from './demo-content.ts';
export { createFeeds } from './feeds-resource.ts';
export { putInOrder } from './put-in-order.ts';
export {
  countIncludedSessions,
  findAccessTo,
  findCourse,
  findNextPublication,
  findPublicCourse,
  listCourses,
} from './queries/content.ts';
export { createOrder, createRecords } from './records-resource.ts';
export { createSamples } from './samples-resource.ts';
export { watchPublications } from './watch-publications.ts';
