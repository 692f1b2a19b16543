import { listMoneyChoices, type MoneyChoice } from '#features/orders/rules/index.ts';
import { findOrder, queueOrderMail, updateOrder } from '#features/orders/server/index.ts';
import type { Caller } from '#platform/limits/limiter.ts';
import { followPayLink, orderNotFound } from './find-pay-page.ts';
import { orderClosed } from './mark-paid.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { listPaymentsOf } from './queries/payments.ts';
import { readUnallocatedMoney } from './unallocated-money.ts';

/**
 * Records what a buyer wants for money that the order did not take, and notifies the mentor. The latest
 * choice counts. Throws 404, `order-closed` (409) if there is no such money or choice, 429.
 */
export async function chooseForMoney(
  deps: PaymentDeps,
  { token, choice }: { token: string; choice: MoneyChoice },
  visitor: Caller,
): Promise<void> {
  await deps.limiter.count('start-payment', visitor);
  const found = await followPayLink(deps, token);
  if (!found) throw orderNotFound();
  const { id } = found;
  await deps.db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id }, { lock: true });
    if (!order) throw orderNotFound();
    const money = await readUnallocatedMoney(transaction, order, deps.now());
    const cents = money.unallocatedCents;
    if (cents === 0) throw orderClosed('There is no money of yours left to decide about.');
    if (!listMoneyChoices(money).includes(choice))
      throw orderClosed('You can no longer choose this. Look at the page again.');
    if (order.moneyChoice === choice) return;
    const chosen = { moneyChoice: choice, moneyChoiceAt: deps.now() };
    const changed = await updateOrder(transaction, id, chosen);
    const latest = (await listPaymentsOf(transaction, id)).findLast((one) => one.isUnallocated);
    const about = `${choice}-${latest?.id}`;
    const mail = { occasion: 'money-choice', audience: 'mentor', about, cents } as const;
    await queueOrderMail(deps, transaction, changed, mail);
  });
}
