export { createVisitServices } from './create-visit-services.ts';
export { createVisits } from './visits-resource.ts';
