export { createLedger, followLedger, type LedgerKeeper } from './keep-ledger.ts';
export {
  emptyLedger,
  type Ledger,
  type LedgerEntries,
  type LedgerPayment,
  mergeEntries,
  readLedgerFile,
  writeLedgerFile,
} from './ledger.ts';
export { applyEntries, recordRestore } from './queries/ledger.ts';
