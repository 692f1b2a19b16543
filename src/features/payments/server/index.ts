export { createPaymentServices, type PaymentServices } from './create-payment-services.ts';
export { markByHand, orderClosed } from './mark-paid.ts';
export { offersTransfer } from './offers-transfer.ts';
export type { PaymentDeps } from './payment-deps.ts';
export { pauseSilent } from './providers/pause-silent.ts';
export { createPayfast } from './providers/payfast.ts';
export { createPaystack } from './providers/paystack.ts';
export type { PaymentProvider, PaymentStart } from './providers/provider.ts';
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
  hasUnallocated,
  insertStatementLine,
  isWholeUnallocated,
  listPaymentsOf,
  listPlacedPayments,
  listRefundsOf,
  type Payment,
  type Refund,
  sumOpenMoney,
} from './queries/payments.ts';
export { deleteOldProofs, listProofs, type Proof } from './queries/proofs.ts';
export { readPaymentMethods } from './read-payment-methods.ts';
export { requeuePending } from './receive-notification.ts';
export { allocatePayment, settlePayment } from './settle-payment.ts';
export { readUnallocatedMoney } from './unallocated-money.ts';
