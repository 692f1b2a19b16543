export {
  formatCountdown,
  isSaleOn,
  percentOff,
  type SaleSetting,
  saleLength,
  untilNextSecond,
} from './sale.ts';
