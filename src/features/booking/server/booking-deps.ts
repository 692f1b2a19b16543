import type { Booking } from '#features/availability/server/index.ts';
import type { MailDeps } from '#features/mail/server/index.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { PayLink } from '#rules/pay-link.ts';
import type { ManageLinks } from './manage-links.ts';

/** What bookings ask of the orders, which know bookings and not the other way round. */
export interface BookingOrders {
  /** Locks the order of a booking. A transaction that locks both locks the order first. */
  lockForBooking: (transaction: Transaction, bookingId: string) => Promise<unknown>;
  /** Returns when the hold of a session ends that a payment confirms; nothing for other sessions. */
  findHoldEnd: (session: Pick<Booking, 'sessionType' | 'startsAt'>) => Promise<Date | undefined>;
  /** Makes the order of a new booking, in its transaction: none where it is free or can't be paid for here. */
  placeForBooking: (transaction: Transaction, booking: Booking) => Promise<void>;
  /** Returns how the order of a booking is paid for, while it is to be paid. */
  findForBooking: (db: Executor, bookingId: string) => Promise<PayLink | undefined>;
  /** Returns whether a provider has reported a payment for a booking that it has not confirmed yet. */
  isUnconfirmed: (db: Executor, bookingId: string) => Promise<boolean>;
  /** Cancels the order of a booking that will not take place, unless it was paid. */
  cancelForBooking: (
    transaction: Transaction,
    bookingId: string,
    cancelledAt: Date,
  ) => Promise<void>;
  /** Lets the order of a restored booking await money again if it was cancelled at this instant. */
  reopenForBooking: (
    transaction: Transaction,
    bookingId: string,
    cancelledAt: Date,
  ) => Promise<void>;
  /**
   * Marks the order of a booking as paid, or undoes that. Returns false if the money is stored as
   * unplaced, because the session no longer takes place. Throws `order-closed` (409).
   */
  markForBooking: (
    transaction: Transaction,
    bookingId: string,
    mark: { isPaid: boolean; reference: string | null; by: string },
  ) => Promise<boolean>;
  /**
   * Returns whether the locked order of a booking has unplaced money of the full amount, of which
   * nothing is sent back.
   */
  hasUnplacedFor: (transaction: Transaction, bookingId: string) => Promise<boolean>;
  /** Pays for a booking that takes place after all with that money. Throws if there is none. */
  placeUnplacedFor: (transaction: Transaction, bookingId: string) => Promise<void>;
}

/** The dependencies of the booking use cases. Each use case picks what it needs. */
export interface BookingDeps extends MailDeps, Pick<Jobs, 'releaseHold'> {
  manageLinks: ManageLinks;
  orders: BookingOrders;
}
