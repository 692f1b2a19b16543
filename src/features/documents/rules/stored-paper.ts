import type { Paper } from './paper.ts';

/** A paper as stored in the database: instants are ISO 8601 in UTC. */
export type StoredPaper = Omit<Paper, 'issuedAt' | 'payment'> & {
  issuedAt: string;
  payment?: { method: string; paidAt: string; reference: string } | undefined;
};

/** Converts a stored paper to a paper. */
export const toPaper = ({ issuedAt, payment, ...paper }: StoredPaper): Paper => ({
  ...paper,
  issuedAt: new Date(issuedAt),
  payment: payment && { ...payment, paidAt: new Date(payment.paidAt) },
});

/** Converts a paper to its stored form. */
export const toStoredPaper = ({ issuedAt, payment, ...paper }: Paper): StoredPaper => ({
  ...paper,
  issuedAt: issuedAt.toISOString(),
  payment: payment && { ...payment, paidAt: payment.paidAt.toISOString() },
});
