import type { MailDeps } from '#features/mail/server/index.ts';
import type { ManageLinks } from './manage-links.ts';

/** What the use cases of bookings work on. Each names what it needs of it. */
export interface BookingDeps extends MailDeps {
  manageLinks: ManageLinks;
}
