/**
 * What a buyer wants for money that arrived and that the order did not take.
 * - another-time: the session at another time.
 * - keep: what was ordered, although the order is closed.
 * - refund: the money back.
 */
export const moneyChoices = ['another-time', 'keep', 'refund'] as const;
export type MoneyChoice = (typeof moneyChoices)[number];

/** What the buyer wants, in words for the mentor. */
export const moneyChoiceWords: Record<MoneyChoice, string> = {
  'another-time': 'Wants another time',
  keep: 'Still wants it',
  refund: 'Wants a refund',
};
