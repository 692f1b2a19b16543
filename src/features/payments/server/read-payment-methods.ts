import type { ResolvedSettings } from '#features/settings/server/index.ts';
import { listPaymentMethods, type PaymentMethod } from '#rules/payment-methods.ts';
import type { PaymentDeps } from './payment-deps.ts';

/** Returns the ways to pay by the current settings. Without any, the site takes no orders. */
export const readPaymentMethods = (
  { providers, isLocal }: Pick<PaymentDeps, 'providers' | 'isLocal'>,
  { payments }: Pick<ResolvedSettings, 'payments'>,
): PaymentMethod[] =>
  listPaymentMethods(
    payments,
    providers.map(({ name }) => name),
    isLocal,
  );
