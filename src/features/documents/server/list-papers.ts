import type { ListedPaper } from '#features/documents/rules/paper.ts';
import type { PaperRow } from './queries/papers.ts';

/** Returns a paper as the buyer's page and the admin list it. */
export const toListedPaper = (
  { payLinks }: { payLinks: { toPath: (orderId: string) => string } },
  { number, kind, issuedAt, orderId }: PaperRow,
): ListedPaper => ({
  number,
  kind,
  issuedAt: issuedAt.toISOString(),
  href: `${payLinks.toPath(orderId)}/papers/${number}.pdf`,
});
