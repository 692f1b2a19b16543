import type { DocumentKind } from './document-number.ts';

export interface DocumentSeller {
  name: string;
  /** Such as `Sole proprietor` or `Private company, 2019/123456/07`. */
  legalStatus: string;
  /** With line breaks, as on an envelope. */
  address: string;
  phone: string;
  email: string;
  vatNumber?: string | undefined;
}

export interface DocumentBuyer {
  name: string;
  email: string;
  company?: string | undefined;
  /** With line breaks. A tax invoice of more than R5 000 needs it. */
  address?: string | undefined;
  vatNumber?: string | undefined;
}

export interface DocumentLine {
  description: string;
  quantity: number;
  /** VAT is included. A discount is negative. */
  unitCents: number;
}

/** How an invoice is to be paid. */
export interface DocumentDue {
  reference: string;
  /** The day, `YYYY-MM-DD`, if there is one. */
  by?: string | undefined;
  /** The details of the account, if the seller takes transfers. */
  bank: readonly { label: string; value: string }[];
}

/** The content of a receipt, an invoice or a credit note: a snapshot from which the same PDF can be written again. */
export interface Document {
  kind: DocumentKind;
  /** As `formatDocumentNumber` writes it. */
  number: string;
  issuedAt: Date;
  /** Whether it is about test money. */
  isTest?: boolean | undefined;
  /** The mentor’s, for its days. */
  timeZone: string;
  seller: DocumentSeller;
  buyer: DocumentBuyer;
  lines: readonly DocumentLine[];
  /** The sum of the lines, VAT included. Positive on a credit note, too. */
  totalCents: number;
  vat?: { rateBasisPoints: number; vatCents: number } | undefined;
  /** How the buyer paid, or on a credit note was refunded. Missing while an invoice is open. */
  payment?: { method: string; paidAt: Date; reference: string } | undefined;
  /** How an open invoice is to be paid. */
  due?: DocumentDue | undefined;
  /** The number of the invoice that a receipt is for. */
  invoiceNumber?: string | undefined;
  /** The number of the receipt or invoice that a credit note corrects, or of the credit note that a receipt replaces. */
  reversedNumber?: string | undefined;
  /** The reason for the correction, in a few words: the VAT Act asks for it. */
  reason?: string | undefined;
}

/** Throws a `RangeError` if a document contradicts itself or the VAT Act. */
export function assertConsistent({
  kind,
  seller,
  lines,
  totalCents,
  vat,
  reversedNumber,
}: Document) {
  const sum = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
  const amounts = [totalCents, vat?.vatCents ?? 0, ...lines.map(({ unitCents }) => unitCents)];
  if (![sum, ...amounts].every(Number.isSafeInteger) || sum !== totalCents) {
    throw new RangeError(`The lines of a document sum up to ${sum} cents, not to ${totalCents}.`);
  }
  if (kind === 'tax invoice' && !(seller.vatNumber && vat)) {
    throw new RangeError('A tax invoice needs the seller’s VAT number and the VAT.');
  }
  if (kind === 'credit note' && !reversedNumber) {
    throw new RangeError('A credit note needs the number of the document that it corrects.');
  }
}

/** A receipt, an invoice or a credit note of an order. */
export interface ListedDocument {
  number: string;
  kind: DocumentKind;
  issuedAt: Date;
  /** The PDF. */
  href: string;
}
