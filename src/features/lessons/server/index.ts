export { listContents } from './queries/contents.ts';
