import {
  buyerNameForm,
  type InvoiceDetails,
  invoiceDetails,
  type ListedDocument,
} from '#features/documents/rules/index.ts';
import type { OrderItem, OrderState } from '#features/orders/rules/index.ts';
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

/** What the page behind a private link shows. Instants are ISO 8601 in UTC. */
export interface PayPage {
  reference: string;
  state: OrderState;
  /** Whether there is a payment that the provider has not confirmed yet. */
  isUnconfirmed: boolean;
  item: OrderItem;
  amountCents: number;
  paidCents: number;
  refundedCents: number;
  /** Money that arrived and that the order does not take. */
  unallocatedCents: number;
  /** Money that a provider is sending back. */
  sentCents: number;
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
  /** When the buyer said that they have paid by transfer. */
  paymentReportedAt: string | null;
  /** The phone number and email address come from the settings. */
  seller: Seller & { phone: string | null; email: string | null };
  terms: { refund: string; delivery: string };
  fspNumber: string | null;
  /** Null if the seller takes no transfers. */
  bank: BankDetails | null;
  providers: OfferedProvider[];
  /** What goes on the tax invoice, while the buyer can change it; null if the seller issues none. */
  invoice: (InvoiceDetails & { needsAddress: boolean }) | null;
  /** The name for the documents, while the buyer can change it; null if they can show the buyer’s own. */
  documentName: { value: string | null } | null;
  documents: ListedDocument[];
  /** How many proofs of payment the buyer has sent. */
  proofs: number;
  /** The session that is paid for, its private page, and when its hold ends if the payment confirms it. */
  session: { startsAt: string; path: string; heldUntil: string | null } | null;
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
    z.object({ intent: z.literal('invoice'), ...invoiceDetails.shape }),
    z.object({ intent: z.literal('name'), ...buyerNameForm.shape }),
    z.object({ intent: z.literal('say-paid'), startNow: ticked }),
    z.object({ intent: z.literal('send-proof') }),
  ],
  'Unknown action.',
);
export type PayAction = z.output<typeof payAction>;
