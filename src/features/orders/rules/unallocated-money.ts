import { formatBriefRand } from '#rules/money.ts';
import type { MoneyChoice } from './money-choice.ts';
import { type Obstacle, obstacleWords } from './obstacle.ts';

/** Money that arrived for an order and that the order did not take. */
export interface UnallocatedMoney {
  /** What keeps the order from taking money; null if it takes money, but not this amount. */
  obstacle: Obstacle | null;
  unallocatedCents: number;
  /** The price of the order, and what of it is paid with other money. */
  amountCents: number;
  paidCents: number;
  /** Whether the order is for a session that no longer takes place and could have another time. */
  isForLostSession: boolean;
}

/** Lists what the buyer can choose for this money. */
export function listMoneyChoices({
  obstacle,
  isForLostSession,
}: Pick<UnallocatedMoney, 'obstacle' | 'isForLostSession'>): MoneyChoice[] {
  if (obstacle === null || obstacle === 'paid') return ['refund'];
  return isForLostSession ? ['another-time', 'refund'] : ['keep', 'refund'];
}

/** Says in words for the mentor why money is unallocated. */
export function explainUnallocated({
  obstacle,
  unallocatedCents,
  amountCents,
  paidCents,
}: Pick<UnallocatedMoney, 'obstacle' | 'unallocatedCents' | 'amountCents' | 'paidCents'>): string {
  if (obstacle) return obstacleWords[obstacle];
  const leftCents = amountCents - paidCents;
  return unallocatedCents === leftCents
    ? `${formatBriefRand(leftCents)} came in before this order was open. It is what is left to pay.`
    : `The amount differs: ${formatBriefRand(unallocatedCents)} came in, and ${formatBriefRand(leftCents)} is left to pay.`;
}

/** Says the same, what the buyer can choose, and what the mentor can do. */
export function describeUnallocatedToMentor(money: UnallocatedMoney): string {
  const { obstacle, isForLostSession } = money;
  const [choice] = listMoneyChoices(money);
  const action =
    obstacle === null
      ? 'record it as a part payment, or refund it'
      : isForLostSession && obstacle !== 'paid'
        ? 'find another time, or refund it'
        : 'refund it';
  return `${explainUnallocated(money)} The client can ${choiceWords[choice ?? 'refund']} on their page, and you get an email when they do. In Money you can ${action}.`;
}

const choiceWords: Record<MoneyChoice, string> = {
  'another-time': 'choose another time or a refund',
  keep: 'say that they still want it, or ask for a refund,',
  refund: 'ask for a refund',
};

/** Tells the buyer what happened to their money, and what they can choose. */
export function describeUnallocated(money: UnallocatedMoney): string {
  const { obstacle, unallocatedCents, isForLostSession } = money;
  const received = formatBriefRand(unallocatedCents);
  if (obstacle === 'paid')
    return `We have ${received} from you that this order doesn’t need. Ask for a refund, or we contact you about it.`;
  if (obstacle === null) return describeOtherAmount(money);
  const choice = isForLostSession ? 'choose another time' : 'tell us if you still want it';
  return `We have your ${received}. ${reasons(isForLostSession)[obstacle]}; ${choice}, or we refund you.`;
}

const reasons = (isForLostSession: boolean): Record<Exclude<Obstacle, 'paid'>, string> => ({
  released: 'Your time was gone',
  cancelled: isForLostSession ? 'Your session was cancelled' : 'This order was cancelled',
  expired: 'This order had expired',
});

function describeOtherAmount({ unallocatedCents, amountCents, paidCents }: UnallocatedMoney) {
  const received = formatBriefRand(unallocatedCents);
  const missing = amountCents - paidCents - unallocatedCents;
  if (missing === 0)
    return `We have your ${received}, and match it to your order ourselves. Please don’t pay again.`;
  const asked =
    paidCents === 0
      ? `Your order is for ${formatBriefRand(amountCents)}`
      : `${formatBriefRand(amountCents - paidCents)} of your order was left to pay`;
  const difference = formatBriefRand(Math.abs(missing));
  return missing > 0
    ? `We have ${received} from you. ${asked}, so ${difference} is missing and it isn’t paid yet. Please don’t pay the rest before we contact you.`
    : `We have ${received} from you. ${asked}, so ${difference} is too much and it isn’t marked as paid yet. Please don’t pay again. We’ll contact you.`;
}
