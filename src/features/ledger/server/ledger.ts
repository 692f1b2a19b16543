import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createWhole } from '#platform/storage/whole-file.ts';
import { paymentSources } from '#rules/payment-methods.ts';
import { z } from '#rules/zod.ts';

/** Money that arrived, as the provider names it. It identifies no one. */
const ledgerPayment = z.object({
  provider: z.enum(paymentSources),
  providerPaymentId: z.string(),
  orderReference: z.string(),
  amountCents: z.int(),
  receivedAt: z.coerce.date(),
});
export type LedgerPayment = z.output<typeof ledgerPayment>;

/** What may not repeat and what may not be forgotten when an older backup is restored. */
const ledgerSchema = z.object({
  /** The last restore whose database has everything that this ledger had then. */
  restoreId: z.string().nullable(),
  /** The last number of each series. */
  numbers: z.array(z.object({ series: z.string(), year: z.int(), lastNumber: z.int() })),
  /** Oldest first. */
  payments: z.array(ledgerPayment),
});
export type Ledger = z.output<typeof ledgerSchema>;
export type LedgerEntries = Omit<Ledger, 'restoreId'>;

export const emptyLedger: Ledger = { restoreId: null, numbers: [], payments: [] };

/** How long a payment stays in the ledger after it arrived, in milliseconds. A backup is younger. */
const keptMs = 400 * 24 * 3_600_000;

const nameNumber = ({ series, year }: Ledger['numbers'][number]) => `${series} ${year}`;
const namePayment = ({ provider, providerPaymentId }: LedgerPayment) =>
  `${provider} ${providerPaymentId}`;

/** Merges entries: the highest number of each series, and each payment once. Drops old payments. */
export function mergeEntries(...lists: LedgerEntries[]): LedgerEntries {
  const numbers = new Map<string, Ledger['numbers'][number]>();
  const payments = new Map<string, LedgerPayment>();
  for (const list of lists) {
    for (const one of list.numbers) {
      const known = numbers.get(nameNumber(one));
      if (!known || known.lastNumber < one.lastNumber) numbers.set(nameNumber(one), one);
    }
    for (const one of list.payments) {
      if (!payments.has(namePayment(one))) payments.set(namePayment(one), one);
    }
  }
  const sorted = [...payments.values()].sort((a, b) => +a.receivedAt - +b.receivedAt);
  const keptSince = +(sorted.at(-1)?.receivedAt ?? 0) - keptMs;
  return {
    numbers: [...numbers.values()],
    payments: sorted.filter(({ receivedAt }) => +receivedAt >= keptSince),
  };
}

/** In the data folder, so that it survives restoring an older backup. */
const fileName = 'ledger.json';

/** Returns the ledger of a data folder, or undefined if it has none. Throws if it is unreadable. */
export async function readLedgerFile(dataDirectory: string): Promise<Ledger | undefined> {
  try {
    const text = await readFile(path.join(dataDirectory, fileName), 'utf8');
    return ledgerSchema.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Replaces the file atomically. It is not flushed to the disk, as the series of numbers is locked meanwhile:
 * after a power failure, the next start completes it from the database.
 */
export const writeLedgerFile = (dataDirectory: string, ledger: Ledger): Promise<void> =>
  createWhole(dataDirectory, fileName, `${JSON.stringify(ledger)}\n`, { flush: false });
