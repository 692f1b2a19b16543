import type { OrderDeps } from './order-deps.ts';
import { deleteOldNotifications } from './queries/notifications.ts';
import { expireOrders } from './queries/orders.ts';
import { requeuePending } from './receive-notification.ts';

/** How long refused and ignored notifications are kept, in milliseconds. */
const keptMs = 90 * 24 * 3_600_000;

/** Expires orders that were not paid in time, and queues pending notifications again. */
export async function keepOrders(deps: OrderDeps): Promise<void> {
  const expired = await expireOrders(deps.db, deps.now());
  if (expired > 0) deps.log.info({ expired }, 'Orders were not paid in time');
  await requeuePending(deps);
  await deleteOldNotifications(deps.db, new Date(+deps.now() - keptMs));
}
