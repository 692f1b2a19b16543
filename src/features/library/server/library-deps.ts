import type { ManageLinks } from '#features/booking/server/index.ts';
import type { LibraryLinks } from '#features/customers/server/index.ts';
import type { MailDeps } from '#features/mail/server/index.ts';
import type { PayLinks } from '#features/orders/server/index.ts';

/** The dependencies of the use cases of the library. */
export interface LibraryDeps extends MailDeps {
  libraryLinks: LibraryLinks;
  payLinks: Pick<PayLinks, 'toPath'>;
  manageLinks: Pick<ManageLinks, 'toPath'>;
}
