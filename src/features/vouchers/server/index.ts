export { createVoucherServices } from './create-voucher-services.ts';
export {
  countCode,
  type SentCode,
  spendVoucher,
  toSentCode,
  voucherRefused,
} from './spend-voucher.ts';
export { createVouchers } from './vouchers-resource.ts';
