/** How many days buyers have to change their minds, by the law on electronic transactions. */
export const coolingOffDays = 7;

const dayMs = 86_400_000;

/**
 * Returns when a digital product is delivered that was paid for at an instant: now if the buyer chose to start
 * right away or paid nothing, otherwise after the cooling-off period.
 */
export const toDeliveryStart = (
  {
    startNowAt,
    amountCents,
    item,
  }: { startNowAt: Date | null; amountCents: number; item: { isDigital: boolean } },
  paidAt: Date,
  now: Date,
): Date =>
  startNowAt !== null || amountCents === 0 || !item.isDigital
    ? now
    : new Date(+paidAt + coolingOffDays * dayMs);
