export { type Due, describeAge, isOverdue } from './backup.ts';
