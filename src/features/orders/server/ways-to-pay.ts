import { isSample, type SiteFacts } from '#features/settings/server/index.ts';
import type { PaymentWay } from '../rules/order.ts';
import type { OrderDeps } from './order-deps.ts';
import { readTerms } from './read-terms.ts';

/** Returns how buyers can pay. With none the site takes no orders. */
export function readWaysToPay(
  { providers, isLocal }: Pick<OrderDeps, 'providers' | 'isLocal'>,
  facts: SiteFacts,
): PaymentWay[] {
  const { bank } = readTerms(facts);
  const hasBank = bank.accountNumber !== '' && (isLocal || !isSample(bank.accountNumber));
  return [...(hasBank ? (['bank'] as const) : []), ...providers.map(({ name }) => name)];
}
