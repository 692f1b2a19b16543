export {
  type AccessSource,
  type AccessTerms,
  accessSources,
  isOpen,
  toAccessEnd,
  toOpening,
} from './access.ts';
export {
  type AccessState,
  type CourseProgress,
  describeAccess,
  describeProgress,
  describeUse,
  isGiven,
  toAccessState,
} from './access-state.ts';
export { describeSessionsLeft, toLastDay } from './sessions-left.ts';
