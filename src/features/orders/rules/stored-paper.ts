import type { Paper } from './paper.ts';

/** A paper as the database keeps it: instants are ISO 8601 in UTC. */
export type StoredPaper = Omit<Paper, 'issuedAt' | 'payment'> & {
  issuedAt: string;
  payment?: { method: string; paidAt: string; reference: string } | undefined;
};

/** Returns a stored paper as it is written. */
export const toPaper = ({ issuedAt, payment, ...paper }: StoredPaper): Paper => ({
  ...paper,
  issuedAt: new Date(issuedAt),
  payment: payment && { ...payment, paidAt: new Date(payment.paidAt) },
});

/** Returns a paper as it is stored. */
export const toStoredPaper = ({ issuedAt, payment, ...paper }: Paper): StoredPaper => ({
  ...paper,
  issuedAt: issuedAt.toISOString(),
  payment: payment && { ...payment, paidAt: payment.paidAt.toISOString() },
});
