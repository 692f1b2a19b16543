export {
  createPaymentServices,
  createPaymentSetUp,
  type PaymentServices,
  type PaymentSetUpServices,
} from './create-payment-services.ts';
export { type Delivery, findDelivery } from './deliver-course.ts';
export { markByHand, orderClosed } from './mark-paid.ts';
export { offersTransfer } from './offers-transfer.ts';
export { endInvoice, renewInvoice } from './order-invoice.ts';
export type { PaymentDeps } from './payment-deps.ts';
export { createPaymentKeys, type PaymentKeys } from './payment-keys.ts';
export { createPaymentKeysResource } from './payment-keys-resource.ts';
export type { PaymentStart } from './providers/provider.ts';
export { listOpenDisputes } from './queries/disputes.ts';
export { deleteOldForgeries, sumForgeries } from './queries/forged-notifications.ts';
export {
  isUnconfirmed,
  keepNotifications,
  listNotificationsOf,
  type Notification,
} from './queries/notifications.ts';
export {
  findPayment,
  findRefund,
  findWholeUnallocated,
  hasTestMoney,
  hasUnallocated,
  insertStatementLine,
  isWholeUnallocated,
  listAllocatedPayments,
  listPaymentsOf,
  listRefundsOf,
  type Payment,
  type Refund,
  sumOpenMoney,
} from './queries/payments.ts';
export { deleteOldProofs, listProofs, type Proof } from './queries/proofs.ts';
export { readPaymentMethods } from './read-payment-methods.ts';
export { requeuePending } from './receive-notification.ts';
export { toReceivedAt } from './received-at.ts';
export { allocatePayment, settleFree, settlePayment } from './settle-payment.ts';
export { readUnallocatedMoney } from './unallocated-money.ts';
