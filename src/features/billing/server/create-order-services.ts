import type { PaymentDeps, PaymentServices } from '#features/payments/server/index.ts';
import type { StatementServices } from '#features/statements/server/index.ts';
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
