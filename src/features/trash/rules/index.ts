export { trashKinds } from './trash.ts';
