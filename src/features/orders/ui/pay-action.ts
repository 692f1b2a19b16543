import { readPayPath } from '../rules/pay-path.ts';

/** Returns the button of a notification that leads to paying, where the answer to a form names an order. */
export function toPayAction(answer: unknown) {
  const path = readPayPath(answer);
  return path ? { label: 'Pay now', onClick: () => location.assign(path) } : undefined;
}
