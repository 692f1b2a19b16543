import { findBooking } from '#features/availability/server/index.ts';
import type { Order } from '#features/orders/server/index.ts';
import { isTransferAwaited } from '#features/payments/rules/transfer-wait.ts';
import type { ResolvedSettings } from '#features/settings/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { readPaymentMethods } from './read-payment-methods.ts';

/**
 * Returns whether an order can be paid by bank transfer: where the site takes transfers, and the hold of
 * its session waits for one. A site without another way still offers it.
 */
export async function offersTransfer(
  deps: Pick<PaymentDeps, 'providers' | 'isLocal'>,
  db: Executor,
  { bookingId, createdAt: orderedAt }: Order,
  settings: ResolvedSettings,
): Promise<boolean> {
  const methods = readPaymentMethods(deps, settings);
  if (!methods.includes('bank') || methods.length === 1) return methods.includes('bank');
  const session = bookingId === null ? undefined : await findBooking(db, bookingId);
  if (!session?.heldUntil) return true;
  return isTransferAwaited({ ...settings.payments, orderedAt, startsAt: session.startsAt });
}
