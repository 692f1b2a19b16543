export { HandOver } from './online-payment.tsx';
export { toPayAction } from './pay-action.ts';
export { PayView } from './pay-view.tsx';
