export { CardPayments } from './card-payments.tsx';
export { MoneyPanel } from './money-panel.tsx';
export { TodayMoney, useMoneyTaskCount } from './money-tasks.tsx';
export { OrderLine } from './order-words.tsx';
export { type ListedOrder, useLinkedOrders } from './use-orders.ts';
