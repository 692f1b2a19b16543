export { codeRefused, toVoucherCode, voucherCode } from './voucher-code.ts';
