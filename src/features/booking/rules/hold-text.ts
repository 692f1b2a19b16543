import { formatRand } from '#rules/money.ts';

interface HeldSession {
  /** The end of the hold, on the client's clock. */
  until: string;
  /** What is to be paid, in cents; null if it cannot be paid now. */
  amountCents: number | null;
  /** Whether a payment was reported that its provider has not confirmed yet. */
  isUnconfirmed: boolean;
}

/** Tells a client until when their session is held, and what confirms it. */
export function describeHold({ until, amountCents, isUnconfirmed }: HeldSession): string {
  const held = `We’re holding this session for you until ${until}`;
  if (isUnconfirmed)
    return `${held}, while we wait for the payment provider to confirm your payment. Please don’t pay again.`;
  if (amountCents === null) return `${held}. You can’t pay for it here right now.`;
  return `${held}. Pay ${formatRand(amountCents)} by then to confirm it. If you don’t, the slot opens up again.`;
}

/** Tells a client what follows the payment of a held session. The private page does not show the address. */
export function describeAfterPayment({ isMailed, email }: { isMailed: boolean; email?: string }) {
  if (!isMailed)
    return 'Once you’ve paid, you can add the session to your calendar on its private page.';
  return `We’ve emailed the link to pay to ${email ?? 'you'}. Your calendar invitation follows once you’ve paid.`;
}
