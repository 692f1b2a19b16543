export { CodeField } from './code-field.tsx';
