import type { PaymentSettings } from '#platform/config/payments.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import type { OrderQuery } from '../rules/order-query.ts';
import { exportOrders } from './export-orders.ts';
import { findPaperFile, findPayPage } from './find-pay-page.ts';
import { bookStatementLines, proposeStatement } from './import-statement.ts';
import { keepOrders } from './keep-orders.ts';
import { cancelOrder, markPaid, undoPaid } from './mark-paid.ts';
import type { OrderDeps } from './order-deps.ts';
import { pauseSilent } from './providers/pause-silent.ts';
import { createPayfast } from './providers/payfast.ts';
import { createPaystack } from './providers/paystack.ts';
import type { PaymentProvider } from './providers/provider.ts';
import {
  countOrders,
  getOrder,
  listOrders,
  listProblems,
  markUnrestoredChecked,
  readPaymentSetUp,
  sumOrders,
} from './read-orders.ts';
import { receiveNotification, verifyNotification } from './receive-notification.ts';
import { refundOrder, resolveRefund } from './refund-order.ts';
import { saveBuyerName, saveInvoiceDetails } from './save-invoice-details.ts';
import { confirmReturn, reportPaid, startPayment } from './start-payment.ts';
import { admitProof, openProof, takeProof } from './take-proof.ts';

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
export const createOrderServices = (deps: OrderDeps) => ({
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
