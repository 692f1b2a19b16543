export { findPaperFile, findPayPage } from './find-pay-page.ts';
export { cancelOrder, markByHand, markPaid, undoPaid } from './mark-paid.ts';
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
  findWholeUnplaced,
  hasUnplaced,
  insertStatementLine,
  isWholeUnplaced,
  listBookedLines,
  listPaymentsOf,
  listRefundsOf,
  type Payment,
  type Refund,
  sumOpenMoney,
} from './queries/payments.ts';
export { deleteOldProofs, listProofs, type Proof } from './queries/proofs.ts';
export { readPaymentMethods } from './read-payment-methods.ts';
export { receiveNotification, requeuePending, verifyNotification } from './receive-notification.ts';
export { refundOrder, resolveRefund } from './refund-order.ts';
export { saveBuyerName, saveInvoiceDetails } from './save-invoice-details.ts';
export { placeUnplaced, settlePayment } from './settle-payment.ts';
export { confirmReturn, reportPaid, startPayment } from './start-payment.ts';
export { admitProof, openProof, takeProof } from './take-proof.ts';
