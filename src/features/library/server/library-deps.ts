import type { ManageLinks } from '#features/booking/server/index.ts';
import type { Customer, LibraryLinks } from '#features/customers/server/index.ts';
import type { MailDeps } from '#features/mail/server/index.ts';
import type { PayLinks } from '#features/orders/server/index.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';

/** A course that customers can buy in their library. */
export interface CourseOffer {
  courseId: string;
  title: string;
  /** Its price now. */
  priceText: string;
}

/** What the library needs of orders. */
export interface CustomerOrders {
  /** Lists the courses that are for sale and have lessons, those of the plan cards first. */
  listOffers: (db: Executor) => Promise<CourseOffer[]>;
  /**
   * Creates an order of a course for a customer, once for each id, with an email about how to pay. Returns its
   * private page, or undefined if the course is not for sale.
   */
  placeForCustomer: (
    transaction: Transaction,
    customer: Customer,
    asked: { id: string; courseId: string },
  ) => Promise<string | undefined>;
}

/** The dependencies of the use cases of the library. */
export interface LibraryDeps extends MailDeps {
  customerOrders: CustomerOrders;
  libraryLinks: LibraryLinks;
  payLinks: Pick<PayLinks, 'toPath'>;
  manageLinks: Pick<ManageLinks, 'toPath'>;
}
