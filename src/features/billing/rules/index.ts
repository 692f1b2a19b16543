export type { LinkedOrder } from './listed-order.ts';
