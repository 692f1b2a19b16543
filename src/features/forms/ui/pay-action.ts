import { readPayPath } from '#rules/pay-link.ts';

/** Returns the “Pay now” button of a toast, if the response to a form has an order. */
export function toPayAction(answer: unknown) {
  const path = readPayPath(answer);
  return path ? { label: 'Pay now', onClick: () => location.assign(path) } : undefined;
}
