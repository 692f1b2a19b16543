export {
  cancelInvoice,
  issueCreditNote,
  issueInvoice,
  issueReceipt,
  replaceCreditNote,
} from './issue-document.ts';
export { toListedDocument } from './list-documents.ts';
export { findDocument, findOpenInvoice, listDocumentsOf } from './queries/documents.ts';
export { createDocumentWriter, type DocumentWriter } from './writing/document-writer.ts';
