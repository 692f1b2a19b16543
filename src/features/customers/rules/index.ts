export {
  type AccessSource,
  type AccessTerms,
  accessSources,
  isOpen,
  toAccessEnd,
  toOpening,
} from './access.ts';
