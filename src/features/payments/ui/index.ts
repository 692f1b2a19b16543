export { ProviderForm } from './online-payment.tsx';
export { PayView } from './pay-view.tsx';
