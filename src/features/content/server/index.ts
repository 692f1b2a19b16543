export { createContentServices } from './content-services.ts';
export { createPublicContent, type PublicContent } from './create-public-content.ts';
export { createFeeds } from './feeds-resource.ts';
export { findNextPublication } from './queries/content.ts';
export { createOrder, createRecords } from './records-resource.ts';
export { runDemo } from './run-demo.ts';
export { createSamples } from './samples-resource.ts';
export { watchPublications } from './watch-publications.ts';
