export {
  createOrderServices,
  createProviders,
  type OrderServices,
} from './create-order-services.ts';
export { createPayLinks, type OrderDeps } from './order-deps.ts';
export { createOrders } from './orders-resource.ts';
export { createPaperWriter } from './papers/paper-writer.ts';
export {
  createPaperFiles,
  createPaymentNotifications,
  createProofForms,
} from './payments-resource.ts';
export { createOrderPort } from './place-order.ts';
export type { PaymentStart } from './providers/provider.ts';
export { sendOrderMail } from './send-order-mail.ts';
