export { recordYears } from '#features/people/rules/retention.ts';
