import { z } from './zod.ts';

const answer = z.object({ pay_path: z.string().regex(/^\/pay\/[\w-]+$/) });

/** Returns the private page of the order in the answer to a form, or undefined if there is nothing to pay. */
export const readPayPath = (given: unknown): string | null =>
  answer.safeParse(given).data?.pay_path ?? null;

/** How an inquiry or a booking is paid for. */
export interface PayLink {
  /** `/pay/<token>`: the private page of the order. */
  path: string;
  reference: string;
  amountCents: number;
  /** The details of the bank account, empty if bank transfer is not offered or needs an address first. */
  bankRows: BankRow[];
}

/** A detail of a bank account. `value` is null if there is none. */
export interface BankRow {
  label: string;
  value: string | null;
}
