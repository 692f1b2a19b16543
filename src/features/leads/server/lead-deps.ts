import type { MailDeps } from '#features/mail/server/index.ts';
import type { SentCode } from '#features/vouchers/server/index.ts';
import type { Executor, Transaction } from '#platform/db/executor.ts';
import type { PayLink } from '#rules/pay-link.ts';
import type { Lead } from './queries/leads.ts';

/** What leads ask of the orders, which know leads and not the other way round. */
export interface LeadOrders {
  /**
   * Makes the order of what a new lead wants to buy, in its transaction, with an email about how to pay.
   * Returns whether it did: it may be something that cannot be paid for here. Throws 422 if the code that was entered
   * can’t be used. `saleEndTime` is when the sale ends that its visitor saw, in epoch milliseconds.
   */
  placeForLead: (
    transaction: Transaction,
    lead: Lead,
    asked: { at: Date; saleEndTime: number | null; entered?: SentCode | undefined },
  ) => Promise<boolean>;
  /** Returns how the order of a lead is paid for, while it is to be paid. */
  findForLead: (db: Executor, leadId: string) => Promise<PayLink | undefined>;
}

/** What the use cases of leads work on. */
export interface LeadDeps extends MailDeps {
  orders: LeadOrders;
}
