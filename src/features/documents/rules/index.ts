export type { ListedDocument } from './document.ts';
export { findDocumentNumber, formatDocumentNumber } from './document-number.ts';
export { buyerNameForm, isShownOnDocuments } from './document-scripts.ts';
export {
  addressText,
  type BuyerInvoice,
  type InvoiceDetails,
  type InvoiceEntry,
  invoiceDetails,
  lacksBuyerAddress,
  needsBuyerAddress,
  toInvoiceEntry,
} from './invoice-details.ts';
export type { StoredDocument } from './stored-document.ts';
export { isInvoice, unpaidCents } from './unpaid-invoice.ts';
