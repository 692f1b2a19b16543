export { toInvoiceEntry } from './invoice-details.ts';
export { agreesWithWords, findRandAmounts, formatRand, parseAmount } from './money.ts';
export {
  type LinkedOrder,
  notificationStates,
  type OrderItem,
  orderStates,
  type PayLink,
  paymentSources,
  providerNames,
  refundStates,
} from './order.ts';
export { orderOccasions } from './order-occasions.ts';
export { type PayPage, payAction } from './pay-page.ts';
export { readPayPath } from './pay-path.ts';
export { payStage } from './pay-stage.ts';
export { listPaymentMethods, type PaymentMethod } from './payment-methods.ts';
export { proofDays } from './proof.ts';
export { recordYears } from './record-years.ts';
export { createReference } from './reference.ts';
export type { StoredPaper } from './stored-paper.ts';
export { cleanVatNumber, vatNumberPattern } from './vat.ts';
