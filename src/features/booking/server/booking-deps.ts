import type { Booking } from '#features/availability/server/index.ts';
import type { LibraryLinks } from '#features/customers/server/index.ts';
import type { MailDeps } from '#features/mail/server/index.ts';
import type { SentCode } from '#features/vouchers/server/index.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { PayLink } from '#rules/pay-link.ts';
import type { NamedType } from '#rules/session-shape.ts';
import type { ManageLinks } from './manage-links.ts';

/** The money of a booking's order, in cents. */
export interface BookingMoney {
  orderId: string;
  /** What was allocated to it, also if it was refunded. */
  paidCents: number;
  /** What is left of its payments without their refunds, including those that are on their way. */
  leftCents: number;
  /** Money that the order did not take. */
  unallocatedCents: number;
  /** Whether money was paid for it, and nothing was refunded. */
  isWhole: boolean;
  /** Says that it has test money; null if it has none. */
  testText: string | null;
}

/** What bookings need from orders. Orders import bookings, so `create-services.ts` passes this in. */
export interface BookingOrders {
  /** Locks the order of a booking. Lock the order before the booking, or transactions deadlock. */
  lockForBooking: (transaction: Transaction, bookingId: string) => Promise<unknown>;
  /**
   * Returns when the hold of a new session ends; undefined if no payment has to confirm it. Locks the code that its
   * visitor entered. Throws 422 if it can’t be used.
   */
  findHoldEnd: (
    session: NamedType & Pick<Booking, 'startsAt' | 'email'>,
    entered?: SentCode & { transaction: Transaction },
  ) => Promise<Date | undefined>;
  /**
   * Creates the order of a new booking. Does nothing if the booking is free or cannot be paid for here. Throws 422
   * if the code can’t be used.
   */
  placeForBooking: (
    transaction: Transaction,
    booking: Booking,
    entered?: SentCode,
  ) => Promise<void>;
  /** Returns the link to pay for a booking while its order awaits payment. */
  findForBooking: (db: Executor, bookingId: string) => Promise<PayLink | undefined>;
  /** Returns whether a provider has reported a payment that it has not confirmed yet. */
  isUnconfirmed: (db: Executor, bookingId: string) => Promise<boolean>;
  /** Returns the money of a booking's order; undefined if it has none. */
  findMoney: (db: Executor, bookingId: string) => Promise<BookingMoney | undefined>;
  /** Cancels the order of a cancelled booking unless it is paid. It keeps its part payments. */
  cancelForBooking: (
    transaction: Transaction,
    bookingId: string,
    cancelledAt: Date,
  ) => Promise<void>;
  /** Reopens the order of a restored booking if it was cancelled at this instant. */
  reopenForBooking: (
    transaction: Transaction,
    bookingId: string,
    cancelledAt: Date,
  ) => Promise<void>;
  /**
   * Marks the order of a booking as paid, or undoes that. Returns false if the money is stored as
   * unallocated, because the session no longer takes place. Throws `order-closed` (409).
   */
  markForBooking: (
    transaction: Transaction,
    bookingId: string,
    mark: { isPaid: boolean; reference: string | null; by: string },
  ) => Promise<boolean>;
  /** Returns whether unallocated money can pay for the whole booking. Lock its order before a change. */
  hasUnallocatedForBooking: (db: Executor, bookingId: string) => Promise<boolean>;
  /** Pays for the booking with that money, or with what was paid for it before. Throws if there is none. */
  allocateForBooking: (transaction: Transaction, bookingId: string) => Promise<void>;
}

/** The dependencies of the booking use cases. Each use case picks what it needs. */
export interface BookingDeps extends MailDeps, Pick<Jobs, 'releaseHold'> {
  manageLinks: ManageLinks;
  libraryLinks: Pick<LibraryLinks, 'toPath'>;
  orders: BookingOrders;
}
