import { lacksBuyerAddress } from '#features/documents/rules/index.ts';
import type { Order } from '#features/orders/server/index.ts';
import type { ResolvedSettings } from '#features/settings/server/index.ts';
import { AppError } from '#platform/errors/errors.ts';

/** Throws `address-needed` (422) if the tax invoice of an order would lack the buyer’s address. */
export function requireAddress(
  order: Pick<Order, 'amountCents' | 'buyerAddress'>,
  { payments }: ResolvedSettings,
  whose: 'your' | 'the buyer’s',
): void {
  if (!lacksBuyerAddress(order, payments.seller)) return;
  const message = `Enter ${whose} address. It’s required by law on tax invoices over R5 000.`;
  throw new AppError(422, 'address-needed', message, {
    fieldErrors: [{ field: 'address', message }],
  });
}
