export {
  type Begun,
  type FormTexts,
  readDraft,
  readTexts,
  useDraft,
  writeDraft,
  writeText,
  writeValue,
} from './draft.ts';
export { FormErrors, NameAndEmail, Radios, Select, TextArea, TextInput } from './form-fields.tsx';
export { FormNotice } from './form-notice.tsx';
export { Honeypot } from './honeypot.tsx';
export { toPayAction } from './pay-action.ts';
export { isOwnSuccess, noAnswer, type ProblemDetails, readProblem, ShownError } from './problem.ts';
export {
  type SentFormOptions,
  type SentFormProps,
  useSchemaForm,
  useSentForm,
} from './use-schema-form.ts';
export { useVisitorForm, VisitorForm } from './visitor-form.tsx';
