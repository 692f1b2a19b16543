import { z } from './zod.ts';

const answer = z.object({
  pay_path: z.string().regex(/^\/pay\/[\w-]+$/),
  // A version before this one sends none.
  amount_cents: z.int().min(1).nullish(),
});

/** What is to be paid after a form, and where. */
export interface PayOffer {
  payPath: string;
  /** Null if the answer does not say it. */
  amountCents: number | null;
}

/** Returns what the answer to a form says about a payment, or undefined if there is nothing to pay. */
export function readPayOffer(given: unknown): PayOffer | undefined {
  const { data } = answer.safeParse(given);
  return data && { payPath: data.pay_path, amountCents: data.amount_cents ?? null };
}

/** Returns the private page of the order in the answer to a form, or undefined if there is nothing to pay. */
export const readPayPath = (given: unknown): string | null => readPayOffer(given)?.payPath ?? null;

/** How an inquiry or a booking is paid for. */
export interface PayLink {
  /** `/pay/<token>`: the private page of the order. */
  path: string;
  reference: string;
  /** What is to be paid now. */
  amountCents: number;
  /** How much is paid already, if it is paid in part. */
  partText: string | null;
  /** The details of the bank account, empty if bank transfer is not offered or needs an address first. */
  bankRows: BankRow[];
}

/** A detail of a bank account. `value` is null if there is none. */
export interface BankRow {
  label: string;
  value: string | null;
}
