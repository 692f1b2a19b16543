export { MoneyPanel } from './money-panel.tsx';
export { OrderLine } from './order-words.tsx';
export { useLinkedOrders } from './use-orders.ts';
