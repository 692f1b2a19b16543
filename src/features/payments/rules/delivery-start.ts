/** How many days buyers have to change their minds, by the law on electronic transactions. */
export const coolingOffDays = 7;

const dayMs = 86_400_000;

/**
 * Returns when a digital product is delivered that was paid for at an instant: now if the buyer chose to start
 * right away, otherwise after the cooling-off period.
 */
export const toDeliveryStart = (
  { startNowAt, item }: { startNowAt: Date | null; item: { isDigital: boolean } },
  paidAt: Date,
  now: Date,
): Date =>
  startNowAt !== null || !item.isDigital ? now : new Date(+paidAt + coolingOffDays * dayMs);
