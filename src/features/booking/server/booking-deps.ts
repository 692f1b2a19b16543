import type { MailDeps } from '#features/mail/server/index.ts';
import type { ManageLinks } from './manage-links.ts';

/** The dependencies of the booking use cases. Each use case picks what it needs. */
export interface BookingDeps extends MailDeps {
  manageLinks: ManageLinks;
}
