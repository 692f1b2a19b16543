import type { DocumentRow } from './queries/documents.ts';

/** Returns a document as the buyer's page and the admin list it. */
export const toListedDocument = (
  { payLinks }: { payLinks: { toPath: (orderId: string) => string } },
  { number, kind, issuedAt, orderId }: DocumentRow,
) => ({
  number,
  kind,
  issuedAt,
  href: `${payLinks.toPath(orderId)}/papers/${number}.pdf`,
});
