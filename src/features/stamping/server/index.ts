export { createStamping, type Stamping } from './create-stamping.ts';
export type { StampedFor } from './stamped-copies.ts';
