import {
  type BuyerInvoice,
  buyerNameForm,
  invoiceDetails,
  type ListedDocument,
} from '#features/documents/rules/index.ts';
import {
  type Due,
  type MoneyChoice,
  moneyChoices,
  type Obstacle,
  type OrderItem,
  type OrderState,
  type UnallocatedMoney,
} from '#features/orders/rules/index.ts';
import type { BankDetails } from '#rules/bank-rows.ts';
import { type ProviderName, providerNames } from '#rules/payment-methods.ts';
import { z } from '#rules/zod.ts';

/** The seller’s details that the law requires before a payment. */
export interface Seller {
  legalName: string;
  legalStatus: string;
  /** With line breaks. */
  address: string;
  vatNumber: string | null;
}

/** A way to pay online. */
export interface OfferedProvider {
  name: ProviderName;
  label: string;
  /** Whether it moves test money only. */
  isTest: boolean;
}

/** What happens to money that the order did not take. */
export interface MoneyDecision extends UnallocatedMoney {
  choices: MoneyChoice[];
  /** Whether there are times at which the money pays for the session. */
  canRebook: boolean;
  /** What the buyer has chosen, and when. */
  chosen: { choice: MoneyChoice; at: string } | null;
}

/** A due on the page. */
export type PageDue = Pick<Due, 'number' | 'amountCents' | 'openCents' | 'dueOn' | 'state'> & {
  /** Whether its day is over. */
  isLate: boolean;
};

/** What the page behind a private link shows. Instants are ISO 8601 in UTC. */
export interface PayPage {
  reference: string;
  state: OrderState;
  /** What keeps the order from taking money; null if it takes money. */
  obstacle: Obstacle | null;
  /** Whether there is a payment that the provider has not confirmed yet. */
  isUnconfirmed: boolean;
  item: OrderItem;
  amountCents: number;
  /** What is to be paid now: the next due. */
  dueNowCents: number;
  /** The dues of the order, with their dates: a single one if it is paid in one payment. */
  dues: PageDue[];
  /** How much is paid already, if it is paid in part. */
  partText: string | null;
  /** Says that it has test money; null if it has none. */
  testText: string | null;
  /** How many payments are on it. */
  allocatedPayments: number;
  /** About how much that is in other currencies, and the day of the rates. */
  abroad: { words: string; ratesOn: string | null } | null;
  paidCents: number;
  refundedCents: number;
  /** Money that arrived and that the order does not take. */
  unallocatedCents: number;
  /** What was sent back of such money. */
  returnedCents: number;
  /** Money that a provider is sending back. */
  sentCents: number;
  /** Refunds that the provider has not answered yet. */
  askedCents: number;
  /** Refunds that the provider could not send and that the mentor has not dealt with. */
  failedCents: number;
  /** What the buyer can choose for money that the order did not take; null if there is none. */
  decision: MoneyDecision | null;
  /** Whether it can be paid for now. */
  isPayable: boolean;
  /** The buyer’s. */
  name: string;
  createdAt: string;
  /** When it is due. */
  expiresAt: string | null;
  paidAt: string | null;
  /** When the buyer chose immediate delivery. */
  startNowAt: string | null;
  /** The course that it opened, and when if the buyer did not choose to start right away. Null without lessons. */
  course: { opensAt: string | null } | null;
  /** How many sessions that it includes are to be booked. */
  sessionsToBook: number;
  /**
   * Whether the link to lessons and sessions is emailed. The link itself is only in the email, which proves whose
   * address it is.
   */
  isLinkMailed: boolean;
  /** When the buyer said that they have paid by transfer. */
  paymentReportedAt: string | null;
  /** The phone number and email address come from the settings. */
  seller: Seller & { phone: string | null; email: string | null };
  terms: { refund: string; delivery: string };
  fspNumber: string | null;
  /** Null if the seller takes no transfers. */
  bank: BankDetails | null;
  providers: OfferedProvider[];
  /** What goes on the invoice, while the buyer can change it. */
  invoice: BuyerInvoice | null;
  /** The name for the documents, while the buyer can change it; null if they can show the buyer’s own. */
  documentName: { value: string | null } | null;
  documents: ListedDocument[];
  /** How many proofs of payment the buyer has sent. */
  proofs: number;
  /** The session that is paid for, its private page, and when its hold ends if the payment confirms it. */
  session: {
    startsAt: string;
    path: string;
    heldUntil: string | null;
    isCancelled: boolean;
    /** What happens to the money of a session that was cancelled after it was paid; null if there is none. */
    moneyText: string | null;
    /** The buyer’s time zone, if known. */
    timeZone: string | null;
  } | null;
}

/** The box “Start now”, as forms send it. */
const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined);

/** The forms of the page behind a private link. */
export const payAction = z.discriminatedUnion(
  'intent',
  [
    z.object({
      intent: z.literal('pay'),
      provider: z.enum(providerNames, 'Choose how to pay.'),
      startNow: ticked,
      // Sent only if an address is needed and missing.
      ...invoiceDetails.shape,
    }),
    z.object({ intent: z.enum(['invoice', 'get-invoice']), ...invoiceDetails.shape }),
    z.object({ intent: z.literal('name'), ...buyerNameForm.shape }),
    z.object({ intent: z.literal('say-paid'), startNow: ticked }),
    z.object({ intent: z.literal('start-now') }),
    z.object({ intent: z.literal('send-proof') }),
    z.object({
      intent: z.literal('choose'),
      choice: z.enum(moneyChoices, 'Choose what happens to your money.'),
    }),
  ],
  'Unknown action.',
);
export type PayAction = z.output<typeof payAction>;
