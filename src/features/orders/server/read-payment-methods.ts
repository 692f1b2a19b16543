import { listPaymentMethods, type PaymentMethod } from '#features/orders/rules/payment-methods.ts';
import type { SiteFacts } from '#features/settings/server/index.ts';
import type { OrderDeps } from './order-deps.ts';

/** Returns the ways to pay by the current settings. Without any, the site takes no orders. */
export const readPaymentMethods = (
  { providers, isLocal }: Pick<OrderDeps, 'providers' | 'isLocal'>,
  { payments }: Pick<SiteFacts, 'payments'>,
): PaymentMethod[] =>
  listPaymentMethods(
    payments,
    providers.map(({ name }) => name),
    isLocal,
  );
