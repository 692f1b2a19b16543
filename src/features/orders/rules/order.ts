import { pageQuery } from '#rules/list-page.ts';
import { optionalText, recordId, z } from '#rules/zod.ts';
import type { PaperKind } from './paper-number.ts';
import type { ListedProof } from './proof.ts';
import type { StatementLine } from './statement.ts';
import type { AwaitingOrder, ProposedMatch } from './statement-matches.ts';

/**
 * awaiting: money is to come. expired: none came in time, and it is taken all the same while what was
 * ordered is still there. cancelled: nothing is to be paid any more.
 */
export const orderStates = [
  ...['awaiting', 'paid', 'partly-refunded', 'refunded', 'expired', 'cancelled'],
] as const;
export type OrderState = (typeof orderStates)[number];

/** How money came: by a provider, on the bank statement, or as the mentor says. */
export const paymentWays = ['payfast', 'paystack', 'bank', 'manual'] as const;
export type PaymentWay = (typeof paymentWays)[number];

/** The companies that take payments for the site. */
export const providerNames = ['payfast', 'paystack'] as const;
export type ProviderName = (typeof providerNames)[number];

/** What was bought, as it was sold then. */
export interface OrderItem {
  kind: 'plan' | 'session';
  title: string;
  /** The words of the price, as they stood on the page. */
  priceText: string;
  /** When and how it is delivered. */
  deliveryText: string;
  /** Whether it can be delivered immediately, which ends the cooling-off period. */
  isDigital: boolean;
}

/** How something that was asked for or booked is paid for. */
export interface PayLink {
  /** `/pay/<token>`: the private page of the order. */
  path: string;
  reference: string;
  amountCents: number;
}

/** Where a bank transfer goes. */
export interface BankDetails {
  bankName: string;
  accountHolder: string;
  accountNumber: string;
  branchCode: string;
  accountType: string;
  swift: string | null;
}

/** Who sells, as the law wants it said before somebody pays. */
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

/** A receipt or credit note of an order. */
export interface ListedPaper {
  number: string;
  kind: PaperKind;
  /** ISO 8601 in UTC. */
  issuedAt: string;
  /** The PDF. */
  href: string;
}

/** What the page behind a private link shows. Instants are ISO 8601 in UTC. */
export interface PayPage {
  reference: string;
  state: OrderState;
  /** Money is said to have come, and the provider has not confirmed it yet. */
  isUnconfirmed: boolean;
  item: OrderItem;
  amountCents: number;
  paidCents: number;
  refundedCents: number;
  /** Whether it can be paid for now. */
  isPayable: boolean;
  /** The buyer’s. */
  name: string;
  createdAt: string;
  /** Until when money is awaited. */
  expiresAt: string | null;
  paidAt: string | null;
  /** When the buyer chose immediate delivery. */
  startNowAt: string | null;
  /** When the buyer said that the transfer is made. */
  saidPaidAt: string | null;
  /** With how to reach them: those of the settings. */
  seller: Seller & { phone: string | null; email: string | null };
  terms: { refund: string; delivery: string };
  fspNumber: string | null;
  /** Null where no bank account is set up. */
  bank: BankDetails | null;
  providers: OfferedProvider[];
  papers: ListedPaper[];
  /** How many proofs of payment the buyer has sent. */
  proofs: number;
  /** The session that is paid for, its own private page, and until when it is held if the payment confirms it. */
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
    }),
    z.object({ intent: z.literal('say-paid'), startNow: ticked }),
    z.object({ intent: z.literal('send-proof') }),
  ],
  'Unknown action.',
);
export type PayAction = z.output<typeof payAction>;

/** The filters of the admin’s list; `closed` has expired and cancelled orders. */
export const orderViews = [
  ...['awaiting', 'unconfirmed', 'paid', 'unplaced', 'refunded', 'closed'],
] as const;
export type OrderView = (typeof orderViews)[number];

/** Which orders a list, a count or a file shows. `search`: a reference, a paper's number, a name or an email. */
export const orderFilter = z.object({
  state: z.enum(orderStates).optional(),
  view: z.enum(orderViews).optional(),
  search: optionalText(200).default(''),
  /** The ids of leads and bookings whose orders are meant, with commas between them. */
  of: z
    .string()
    .max(10_000)
    .transform((ids) => ids.split(','))
    .pipe(z.array(recordId('Invalid id.')).max(200))
    .optional(),
});
export type OrderFilter = z.output<typeof orderFilter>;

/** The query of `GET /api/orders`. */
export const orderQuery = z.object({ ...pageQuery.shape, ...orderFilter.shape });
export type OrderQuery = z.output<typeof orderQuery>;

/** An order in the admin’s list. Instants are ISO 8601 in UTC. */
export interface ListedOrder {
  id: string;
  reference: string;
  state: OrderState;
  is_unconfirmed: boolean;
  /** Money has come that nothing can be given for. */
  has_unplaced: boolean;
  /** Whether it was paid for with test money. */
  is_test: boolean;
  item: OrderItem;
  amount_cents: number;
  paid_cents: number;
  refunded_cents: number;
  lead_id: string | null;
  booking_id: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  created_at: string;
  expires_at: string | null;
  paid_at: string | null;
  said_paid_at: string | null;
  start_now_at: string | null;
  cancelled_at: string | null;
  version: number;
  /** The buyer’s private page, for the mentor to pass on. */
  pay_path: string;
}

/** What a lead or a booking says of its order. */
export type LinkedOrder = Pick<
  ListedOrder,
  'id' | 'reference' | 'state' | 'amount_cents' | 'is_test' | 'lead_id' | 'booking_id'
>;

/** `GET /api/orders/ways`: what the mentor should know about how people can pay now. */
export interface PaymentSetUp {
  hasBank: boolean;
  /** Those with keys. `notify_url` is where they tell the site of payments. */
  providers: { name: ProviderName; label: string; is_test: boolean; notify_url: string }[];
}

/** Money that came. */
export interface OrderPayment {
  id: string;
  provider: PaymentWay;
  provider_payment_id: string;
  amount_cents: number;
  refunded_cents: number;
  received_at: string;
  is_unplaced: boolean;
  is_test: boolean;
  /** Whether the provider can send it back by itself. */
  can_refund: boolean;
  note: string | null;
  marked_by: string | null;
  undone_at: string | null;
}

/** unknown: the provider was asked and has not answered, so the mentor looks on its dashboard. */
export const refundStates = ['unknown', 'done', 'failed', 'by-hand'] as const;
export type RefundState = (typeof refundStates)[number];

export interface OrderRefund {
  id: string;
  payment_id: string;
  amount_cents: number;
  state: RefundState;
  created_at: string;
  created_by: string;
  note: string | null;
  /** What the provider said where it did not refund. */
  message: string | null;
}

/** `GET /api/orders/:id`, and the answer to whatever changes an order. */
export interface OrderDetails extends ListedOrder {
  payments: OrderPayment[];
  refunds: OrderRefund[];
  papers: ListedPaper[];
  proofs: ListedProof[];
  notifications: OrderNotification[];
}

export const notificationStates = ['pending', 'accepted', 'refused', 'ignored'] as const;
export type NotificationState = (typeof notificationStates)[number];

/** What a provider has told the site. */
export interface OrderNotification {
  id: string;
  provider: ProviderName;
  state: NotificationState;
  /** Why it was refused, or is not confirmed yet, for the mentor. */
  reason: string | null;
  order_reference: string | null;
  provider_payment_id: string | null;
  received_at: string;
}

/** `GET /api/orders/problems`: what the mentor should look at, newest first. */
export interface OrderProblems {
  /** Notifications that were refused within 30 days. */
  refused: OrderNotification[];
  /** Those that have not been confirmed for an hour. */
  unconfirmed: OrderNotification[];
  /** Orders with money that nothing can be given for. */
  unplaced: ListedOrder[];
  /** Refunds that the provider did not answer, or refused. */
  refunds: (OrderRefund & { order_id: string; reference: string })[];
}

/** How many orders are in each state, and how many need a look. */
export interface OrderCounts {
  states: Record<OrderState, number>;
  unconfirmed: number;
  unplaced: number;
}

const month = z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'Choose a month or a year.');

/** The query of `GET /api/orders/sums`: a month `2026-11` or a year `2026` of the mentor’s calendar. */
export const sumsQuery = z.object({ period: month });

/** `GET /api/orders/sums`: money of a period without test money, by what was sold. */
export interface OrderSums {
  items: { title: string; orders: number; paid_cents: number; refunded_cents: number }[];
  paid_cents: number;
  refunded_cents: number;
}

const note = optionalText(500)
  .nullish()
  .transform((text) => text || null);

/** The body of `POST /api/orders/:id/paid`. */
export const paidMark = z.object({ note });

/** The body of `POST /api/orders/:id/refund`. `by_hand`: the money went back outside of the site. */
export const refundRequest = z.object({
  /** Made by the browser once, so that pressing twice refunds once. */
  id: recordId('A valid id is required.'),
  payment_id: recordId('Choose a payment.'),
  amount_cents: z
    .int('Enter an amount.')
    .min(1, 'Enter an amount.')
    .max(100_000_000, 'The amount is too large.'),
  reason: optionalText(200).refine((text) => text !== '', 'Enter a reason.'),
  by_hand: z.boolean().default(false),
});
export type RefundBody = z.output<typeof refundRequest>;

/** The path of `GET /api/orders/:id/proofs/:proof`, a file that a buyer sent. */
export const proofParam = z.object({
  id: recordId('Invalid id.'),
  proof: recordId('Invalid id.'),
});

/** The path of `PUT /api/orders/:id/refunds/:refund`, and its body: what the mentor saw on the dashboard. */
export const refundParam = z.object({
  id: recordId('Invalid id.'),
  refund: recordId('Invalid id.'),
});
export const refundOutcome = z.object({
  state: z.enum(['done', 'failed'], 'Choose what became of the refund.'),
});

/** The answer to `POST /api/orders/statement`: what the mentor may confirm, and what is a question. */
export interface StatementProposal {
  proposed: ProposedMatch[];
  /** Lines that name an order and are not proposed. */
  questions: { line: StatementLine; order?: AwaitingOrder | undefined; reason: string }[];
  unread: { lineNumber: number; text: string }[];
  /** How many lines were read. */
  lines: number;
}

/** A line of a statement that the mentor confirms. */
export const bookedLine = z.object({
  fingerprint: z.string().regex(/^[0-9a-f]{32}$/, 'Invalid line.'),
  order_id: recordId('Choose an order.'),
  amount_cents: z.int().positive(),
  date: z.iso.date(),
});
export type BookedLine = z.output<typeof bookedLine>;

/** The body of `POST /api/orders/statement/book`. */
export const statementBooking = z.object({
  lines: z.array(bookedLine).min(1, 'Choose a line.').max(200, 'Choose at most 200 lines.'),
});

/** The answer: the references that were paid by it, and the lines that no longer fit. */
export interface BookedStatement {
  paid: string[];
  left: { fingerprint: string; reason: string }[];
}

const waysInWords: Record<PaymentWay, string> = {
  ...{ payfast: 'PayFast', paystack: 'Paystack', bank: 'Bank transfer', manual: 'Paid directly' },
};

/** Returns what people call a way to pay. */
export const wayInWords = (way: PaymentWay): string => waysInWords[way];
