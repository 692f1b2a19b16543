import type { ManageLinks } from '#features/booking/server/index.ts';
import type { LibraryLinks } from '#features/customers/server/index.ts';
import type { DocumentWriter } from '#features/documents/server/index.ts';
import type { LedgerKeeper } from '#features/ledger/server/index.ts';
import type { MailDeps } from '#features/mail/server/index.ts';
import { createSignedIds } from '#platform/auth/signed-ids.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';

/** The private links of buyers to their orders. */
export type PayLinks = ReturnType<typeof createPayLinks>;

/** Creates and reads these links. */
export function createPayLinks(secret: string) {
  const { toToken, readToken } = createSignedIds(secret, 'order-link');
  const toPath = (orderId: string): string => `/pay/${toToken(orderId)}`;
  return {
    /** Returns `/pay/<token>`, the private page of an order. */
    toPath,
    /** Returns the id of a token’s order, or undefined if the token is not ours. */
    readToken,
  };
}

/** The dependencies of the use cases of orders. */
export interface OrderDeps extends MailDeps, Pick<Jobs, 'verifyPayment'> {
  payLinks: PayLinks;
  libraryLinks: LibraryLinks;
  manageLinks: Pick<ManageLinks, 'toPath'>;
  /** Keeps numbers and payments outside the database, so that a restored backup repeats none. */
  ledger: Pick<LedgerKeeper, 'record'>;
  /** Shared by everything that sends documents. */
  writeDocument: DocumentWriter;
  /** Whether only this machine can reach the site. Then sample details count as real. */
  isLocal: boolean;
}
