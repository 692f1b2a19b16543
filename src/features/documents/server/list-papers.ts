import type { PaperRow } from './queries/papers.ts';

/** Returns a paper as the buyer's page and the admin list it. */
export const toListedPaper = (
  { payLinks }: { payLinks: { toPath: (orderId: string) => string } },
  { number, kind, issuedAt, orderId }: PaperRow,
) => ({
  number,
  kind,
  issuedAt,
  href: `${payLinks.toPath(orderId)}/papers/${number}.pdf`,
});
