import { inArray } from 'drizzle-orm';
import { orders } from './schema/order-schema.ts';

/** Matches orders that may still be paid. An expired one awaits its payment again after a reminder. */
export const isUnpaid = inArray(orders.state, ['awaiting', 'expired']);
