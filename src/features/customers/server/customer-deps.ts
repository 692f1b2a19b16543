import type { MailDeps } from '#features/mail/server/index.ts';
import type { LibraryLinks } from './library-links.ts';

/** The dependencies of the use cases of customers. */
export interface CustomerDeps extends MailDeps {
  libraryLinks: LibraryLinks;
}
