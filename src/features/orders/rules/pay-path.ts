export { readPayPath } from '#rules/pay-link.ts';
