export { createOrderServices } from './create-order-services.ts';
export { createOrders } from './orders-resource.ts';
export {
  createDocumentFiles,
  createPaymentNotifications,
  createProofForms,
} from './payments-resource.ts';
export { createOrderPort } from './place-order.ts';
export { createCustomerOrders } from './sell-to-customers.ts';
export { sendOrderMail } from './send-order-mail.ts';
