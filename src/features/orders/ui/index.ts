export { MoneyPanel } from './admin/money-panel.tsx';
export { OrderLine } from './admin/order-words.tsx';
export { useLinkedOrders } from './admin/use-orders.ts';
export { ProviderForm } from './online-payment.tsx';
export { toPayAction } from './pay-action.ts';
export { PayView } from './pay-view.tsx';
