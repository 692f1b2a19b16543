export { readPaymentSettings } from './providers/config.ts';
