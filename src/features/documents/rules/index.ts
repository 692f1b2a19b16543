export {
  addressText,
  type InvoiceDetails,
  type InvoiceEntry,
  invoiceDetails,
  lacksBuyerAddress,
  needsBuyerAddress,
  toInvoiceEntry,
} from './invoice-details.ts';
export type { ListedPaper } from './paper.ts';
export { findPaperNumber, formatPaperNumber } from './paper-number.ts';
export { buyerNameForm, isShownOnPapers } from './paper-scripts.ts';
export type { StoredPaper } from './stored-paper.ts';
