export { paidMark, partForm, partMark } from './paid-mark.ts';
export { type PayPage, payAction } from './pay-page.ts';
export { payStage } from './pay-stage.ts';
export { type PaymentKeyStatus, payfastKeyForm, paystackKeyForm } from './payment-keys.ts';
export {
  type NotificationState,
  notificationStates,
  type RefundState,
  refundStates,
} from './payment-states.ts';
export { maxProofBytes, proofParam, proofTooLarge } from './proof.ts';
export { createRefundForm } from './refund-form.ts';
export { refundedOrder, refundOutcome, refundParam, refundRequest } from './refund-request.ts';
export { isTransferAwaited } from './transfer-wait.ts';
export { describeUnusedShare, toUnusedShare } from './unused-share.ts';
