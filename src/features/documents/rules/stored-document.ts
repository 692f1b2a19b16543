import type { Document } from './document.ts';

/** A document as stored in the database: instants are ISO 8601 in UTC. */
export type StoredDocument = Omit<Document, 'issuedAt' | 'payment'> & {
  issuedAt: string;
  payment?: { method: string; paidAt: string; reference: string } | undefined;
};

/** Converts a stored document to a document. */
export const toDocument = ({ issuedAt, payment, ...document }: StoredDocument): Document => ({
  ...document,
  issuedAt: new Date(issuedAt),
  payment: payment && { ...payment, paidAt: new Date(payment.paidAt) },
});

/** Converts a document to its stored form. */
export const toStoredDocument = ({ issuedAt, payment, ...document }: Document): StoredDocument => ({
  ...document,
  issuedAt: issuedAt.toISOString(),
  payment: payment && { ...payment, paidAt: payment.paidAt.toISOString() },
});
