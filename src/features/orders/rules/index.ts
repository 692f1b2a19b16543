export { agreesWithWords, findRandAmounts, formatRand, parseAmount } from './money.ts';
export {
  type LinkedOrder,
  notificationStates,
  type OrderItem,
  orderStates,
  type PayLink,
  type PayPage,
  payAction,
  paymentWays,
  providerNames,
  refundStates,
} from './order.ts';
export { orderOccasions } from './order-occasions.ts';
export { readPayPath } from './pay-path.ts';
export { payStage } from './pay-stage.ts';
export { proofDays } from './proof.ts';
export { recordYears } from './record-years.ts';
export type { StoredPaper } from './stored-paper.ts';
export { type WayToPay, waysToPay } from './ways-to-pay.ts';
