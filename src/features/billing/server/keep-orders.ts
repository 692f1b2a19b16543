import { expireOrders } from '#features/orders/server/index.ts';
import {
  deleteOldForgeries,
  deleteOldProofs,
  keepNotifications,
  type PaymentDeps,
  requeuePending,
} from '#features/payments/server/index.ts';
import { proofDays } from '#rules/retention.ts';
import { remindOfDues } from './remind-of-dues.ts';

const dayMs = 24 * 3_600_000;

/** How long notifications are kept, in milliseconds. */
const keptMs = 90 * dayMs;

/** Expires orders that were not paid in time, reminds of dues, queues pending notifications again, and deletes what is old. */
export async function keepOrders(deps: PaymentDeps): Promise<void> {
  const expired = await expireOrders(deps.db, deps.now());
  if (expired > 0) deps.log.info({ expired }, 'Orders were not paid in time');
  await remindOfDues(deps);
  await requeuePending(deps);
  const before = new Date(+deps.now() - keptMs);
  await keepNotifications(deps.db, { before, now: deps.now() });
  await deleteOldForgeries(deps.db, before);
  await deleteOldProofs(deps.db, new Date(+deps.now() - proofDays * dayMs));
}
