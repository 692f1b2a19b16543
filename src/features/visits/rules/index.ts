export { visitKinds } from './visits.ts';
