export { toDiscount, toVoucherState, type VoucherState } from './voucher.ts';
export { codeRefused, toVoucherCode, voucherCode } from './voucher-code.ts';
