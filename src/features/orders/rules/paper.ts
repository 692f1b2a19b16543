import type { PaperKind } from './paper-number.ts';

export interface PaperSeller {
  name: string;
  /** Such as `Sole proprietor` or `Private company, 2019/123456/07`. */
  legalStatus: string;
  /** With line breaks, as on an envelope. */
  address: string;
  phone: string;
  email: string;
  vatNumber?: string | undefined;
}

export interface PaperBuyer {
  name: string;
  email: string;
  company?: string | undefined;
  /** With line breaks. A tax invoice of more than R5 000 needs it. */
  address?: string | undefined;
  vatNumber?: string | undefined;
}

export interface PaperLine {
  description: string;
  quantity: number;
  /** VAT is included. A discount is negative. */
  unitCents: number;
}

/** What a receipt, an invoice or a credit note says: a snapshot, so that it can be written again alike. */
export interface Paper {
  kind: PaperKind;
  /** As `formatPaperNumber` writes it. */
  number: string;
  issuedAt: Date;
  /** The mentor’s, in which the days are meant. */
  timeZone: string;
  seller: PaperSeller;
  buyer: PaperBuyer;
  lines: readonly PaperLine[];
  /** The sum of the lines, VAT included. Positive on a credit note, too. */
  totalCents: number;
  vat?: { rateBasisPoints: number; vatCents: number } | undefined;
  /** How money came, or on a credit note how it went back. Missing while an invoice is open. */
  payment?: { method: string; paidAt: Date; reference: string } | undefined;
  /** The invoice or receipt that a credit note corrects. */
  reversedNumber?: string | undefined;
  /** Why a credit note is given, in a few words: the VAT Act asks for it. */
  reason?: string | undefined;
}

/** Throws a `RangeError` where a paper would contradict itself or the VAT Act. */
export function assertConsistent({ kind, seller, lines, totalCents, vat, reversedNumber }: Paper) {
  const sum = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
  const amounts = [totalCents, vat?.vatCents ?? 0, ...lines.map(({ unitCents }) => unitCents)];
  if (![sum, ...amounts].every(Number.isSafeInteger) || sum !== totalCents) {
    throw new RangeError(`The lines of a paper sum up to ${sum} cents, not to ${totalCents}.`);
  }
  if (kind === 'tax invoice' && !(seller.vatNumber && vat)) {
    throw new RangeError('A tax invoice needs the seller’s VAT number and the VAT.');
  }
  if (kind === 'credit note' && !reversedNumber) {
    throw new RangeError('A credit note needs the number of the paper that it corrects.');
  }
}
