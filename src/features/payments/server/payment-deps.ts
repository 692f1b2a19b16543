import type { OrderDeps } from '#features/orders/server/index.ts';
import type { ProviderName } from '#rules/payment-methods.ts';
import type { PaymentProvider } from './providers/provider.ts';

/** The dependencies of the use cases of payments. */
export interface PaymentDeps extends OrderDeps {
  /** The providers with keys, now: the list changes when the mentor enters other keys. */
  providers: readonly PaymentProvider[];
}

/** Returns the provider with this name, or undefined without its keys. */
export const findProvider = ({ providers }: Pick<PaymentDeps, 'providers'>, name: ProviderName) =>
  providers.find((provider) => provider.name === name);
