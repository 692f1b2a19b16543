import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Changes } from '#platform/db/changes.ts';
import type { Database } from '#platform/db/executor.ts';
import {
  emptyLedger,
  type Ledger,
  type LedgerEntries,
  mergeEntries,
  readLedgerFile,
  writeLedgerFile,
} from './ledger.ts';
import { applyEntries, findRestore, readEntries } from './queries/ledger.ts';

interface LedgerDeps {
  db: Database;
  dataDirectory: string;
  log: Logger;
}

/** Keeps the last numbers and the payments in the data folder, where a restore finds them. */
export type LedgerKeeper = ReturnType<typeof createLedger>;

/** How far back a payment may have been stored later than one that is known, in milliseconds. */
const overlapMs = 3_600_000;

/** Creates the keeper of `ledger.json`. Only this process writes to the data folder. */
export function createLedger({ db, dataDirectory, log }: LedgerDeps) {
  const alone = pLimit(1);
  let known: Ledger | undefined;

  async function read(): Promise<Ledger | undefined> {
    known ??= await readLedgerFile(dataDirectory).catch((reason: unknown) => {
      log.warn({ reason }, 'The ledger on this disk is unreadable. It will be rebuilt.');
      return undefined;
    });
    return known;
  }

  async function write(changed: Ledger): Promise<void> {
    if (JSON.stringify(changed) === JSON.stringify(known)) return;
    await writeLedgerFile(dataDirectory, changed);
    known = changed;
  }

  return {
    /**
     * Adds entries before the caller’s transaction commits, so that no committed number is missing.
     * If it does not commit, the number is used again, unless a backup is restored.
     */
    record: (entries: Partial<LedgerEntries>): Promise<void> =>
      alone(async () => {
        const before = (await read()) ?? emptyLedger;
        await write({ ...before, ...mergeEntries(before, { ...noEntries, ...entries }) });
      }),
    /**
     * Adds what other processes have recorded. After a restore, the database first gets what only
     * this data folder knows.
     */
    async update(): Promise<void> {
      const before = await alone(read);
      const restore = await findRestore(db);
      const isRestored = restore !== undefined && before?.restoreId !== restore.id;
      if (isRestored && before) {
        await db.transaction((transaction) =>
          applyEntries(transaction, before, new Date(restore.backupMadeAt)),
        );
      }
      const newest = before?.payments.at(-1)?.receivedAt;
      const since = new Date(newest && !isRestored ? +newest - overlapMs : 0);
      // Read without blocking `record`, whose caller has locked the series of numbers.
      const found = await readEntries(db, since);
      await alone(async () => {
        const entries = mergeEntries((await read()) ?? emptyLedger, found);
        await write({ ...entries, restoreId: restore?.id ?? null });
      });
    },
  };
}

const noEntries: LedgerEntries = { numbers: [], payments: [] };

/** Adds every payment that another process announces. */
export function followLedger(
  changes: Pick<Changes, 'listen'>,
  { ledger, log }: { ledger: LedgerKeeper; log: Logger },
): void {
  const updates = pLimit(1);
  changes.listen((change) => {
    if (change !== 'resync' && change.table !== 'payments') return;
    // The one that waits reads this change, too.
    if (updates.pendingCount > 0) return;
    updates(ledger.update).catch((reason: unknown) => {
      log.error({ reason }, 'The payments of another process are not on this disk yet');
    });
  });
}
