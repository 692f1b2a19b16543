export { VouchersPanel } from './vouchers-panel.tsx';
