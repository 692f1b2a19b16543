export { type TrashCounts, type TrashEntry, type TrashKind, trashKinds } from './trash.ts';
