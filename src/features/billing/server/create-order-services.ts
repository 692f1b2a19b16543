import type { OrderQuery } from '#features/billing/rules/order-query.ts';
import {
  admitProof,
  cancelOrder,
  confirmReturn,
  createPayfast,
  createPaystack,
  findPaperFile,
  findPayPage,
  markPaid,
  openProof,
  type PaymentDeps,
  type PaymentProvider,
  pauseSilent,
  receiveNotification,
  refundOrder,
  reportPaid,
  resolveRefund,
  saveBuyerName,
  saveInvoiceDetails,
  startPayment,
  takeProof,
  undoPaid,
  verifyNotification,
} from '#features/payments/server/index.ts';
import { bookStatementLines, proposeStatement } from '#features/statements/server/index.ts';
import type { PaymentSettings } from '#platform/config/payments.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { exportOrders } from './export-orders.ts';
import { keepOrders } from './keep-orders.ts';
import {
  countOrders,
  getOrder,
  listOrders,
  listProblems,
  markUnrestoredChecked,
  readPaymentSetUp,
  sumOrders,
} from './read-orders.ts';

export type OrderServices = ReturnType<typeof createOrderServices>;

/** The dependency of the resources of orders. */
export interface WithOrders {
  services: { orders: OrderServices };
}

/** Returns the providers that have keys. */
export const createProviders = ({ payfast, paystack }: PaymentSettings): PaymentProvider[] => [
  ...(payfast ? [pauseSilent(createPayfast(payfast))] : []),
  ...(paystack ? [pauseSilent(createPaystack(paystack))] : []),
];

/** Creates the use cases of orders and payments. Starts nothing. */
export const createOrderServices = (deps: PaymentDeps) => ({
  ...bindUseCases(deps, {
    findPayPage,
    findPaperFile,
    startPayment,
    reportPaid,
    confirmReturn,
    saveInvoiceDetails,
    saveBuyerName,
    admitProof,
    takeProof,
    openProof,
    receiveNotification,
    verifyNotification,
    keepOrders,
    sumOrders,
    listProblems,
    markUnrestoredChecked,
    exportOrders,
    countOrders,
    readPaymentSetUp,
    markPaid,
    undoPaid,
    cancelOrder,
    refundOrder,
    resolveRefund,
    proposeStatement,
    bookStatementLines,
  }),
  listOrders: (query: OrderQuery) => listOrders(deps, query),
  getOrder: (asked: { id: string }) => getOrder(deps, asked),
});
