export { isSaleOn, percentOff, type SaleSetting, saleLength } from './sale.ts';
