import {
  createPayfast,
  createPaystack,
  type PaymentDeps,
  type PaymentProvider,
  type PaymentServices,
  pauseSilent,
} from '#features/payments/server/index.ts';
import type { StatementServices } from '#features/statements/server/index.ts';
import type { PaymentSettings } from '#platform/config/payments.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import * as adding from './add-order.ts';
import { exportDocuments, exportPayments } from './export-money.ts';
import { exportOrders } from './export-orders.ts';
import { keepOrders } from './keep-orders.ts';
import * as reading from './read-orders.ts';

export type OrderServices = ReturnType<typeof createOrderServices>;

/** The dependency of the resources of orders. */
export interface WithOrders {
  services: { orders: OrderServices; payments: PaymentServices; statements: StatementServices };
}

/** Returns the providers that have keys. */
export const createProviders = ({ payfast, paystack }: PaymentSettings): PaymentProvider[] => [
  ...(payfast ? [pauseSilent(createPayfast(payfast))] : []),
  ...(paystack ? [pauseSilent(createPaystack(paystack))] : []),
];

/** Creates the use cases of orders. Starts nothing. */
export const createOrderServices = (deps: PaymentDeps) =>
  bindUseCases(deps, {
    ...reading,
    ...adding,
    exportOrders,
    exportPayments,
    exportDocuments,
    keepOrders,
  });
