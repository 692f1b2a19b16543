export { isSaleOn, percentOff, type SaleSetting } from './sale.ts';
