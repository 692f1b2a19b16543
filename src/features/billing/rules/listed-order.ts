import type { ListedPaper } from '#features/documents/rules/index.ts';
import type { OrderItem, OrderState } from '#features/orders/rules/index.ts';
import type {
  ListedProof,
  NotificationState,
  RefundState,
} from '#features/payments/rules/index.ts';
import type { PaymentSource, ProviderName } from '#rules/payment-methods.ts';

/** The filters of the admin’s list; `closed` has expired and cancelled orders. */
export const orderViews = [
  'awaiting',
  'unconfirmed',
  'paid',
  'unplaced',
  'refunded',
  'closed',
] as const;
export type OrderView = (typeof orderViews)[number];

/** An order in the admin’s list. Instants are ISO 8601 in UTC. */
export interface ListedOrder {
  id: string;
  reference: string;
  state: OrderState;
  is_unconfirmed: boolean;
  /** Whether it has money that it does not take and that was not sent back. */
  has_unplaced: boolean;
  /** Whether that money pays for a session that was cancelled, so that it can be booked again. */
  needs_time: boolean;
  /** Whether it was paid with test money, or awaits payment while a provider has test keys. */
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
  /** What the buyer wants on a tax invoice. */
  buyer_company: string | null;
  buyer_address: string | null;
  buyer_vat_number: string | null;
  created_at: string;
  expires_at: string | null;
  paid_at: string | null;
  said_paid_at: string | null;
  start_now_at: string | null;
  cancelled_at: string | null;
  version: number;
  /** The buyer’s private page, which the mentor can send them. */
  pay_path: string;
}

/** What a lead or a booking shows of its order. */
export type LinkedOrder = Pick<
  ListedOrder,
  | 'id'
  | 'reference'
  | 'state'
  | 'amount_cents'
  | 'is_test'
  | 'needs_time'
  | 'lead_id'
  | 'booking_id'
>;

/** `GET /api/orders/ways`: how people can pay now. */
export interface PaymentSetUp {
  hasBank: boolean;
  /** Those with keys. They send notifications of payments to `notify_url`. */
  providers: { name: ProviderName; label: string; is_test: boolean; notify_url: string }[];
}

/** Money that arrived. */
export interface OrderPayment {
  id: string;
  provider: PaymentSource;
  provider_payment_id: string;
  amount_cents: number;
  refunded_cents: number;
  received_at: string;
  is_unplaced: boolean;
  is_test: boolean;
  /** Whether the site can ask the provider to send it back. */
  can_refund: boolean;
  note: string | null;
  marked_by: string | null;
  undone_at: string | null;
}

export interface OrderRefund {
  id: string;
  payment_id: string;
  amount_cents: number;
  state: RefundState;
  created_at: string;
  created_by: string;
  note: string | null;
  /** The provider’s answer if it did not refund. */
  message: string | null;
}

/** A payment that its buyer disputes with the bank, and that is not resolved. */
export interface OrderDispute {
  id: string;
  order_id: string;
  reference: string;
  provider: PaymentSource;
  amount_cents: number;
  /** When the mentor has to have answered; null if the provider does not say. */
  due_at: string | null;
}

/** `GET /api/orders/:id`, and the answer to every change of an order. */
export interface OrderDetails extends ListedOrder {
  /** Whether its tax invoice needs the buyer’s address, and it has none. */
  needs_address: boolean;
  payments: OrderPayment[];
  refunds: OrderRefund[];
  papers: ListedPaper[];
  proofs: ListedProof[];
  /** Those that are open. */
  disputes: OrderDispute[];
  notifications: OrderNotification[];
}

/** A provider’s notification. */
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

/** `GET /api/orders/problems`: what needs the mentor’s attention, newest first. */
export interface OrderProblems {
  /** Notifications that were refused within 30 days. */
  refused: OrderNotification[];
  /** How many notifications with a wrong signature arrived within 30 days. Nothing that they say is stored. */
  forged: { provider: ProviderName; count: number; last_at: string | null }[];
  disputes: OrderDispute[];
  /** Notifications that their provider did not confirm when it was asked. */
  unconfirmed: OrderNotification[];
  /** Orders with unplaced money. */
  unplaced: ListedOrder[];
  /** Refunds that the provider did not answer, refused, or has not sent. */
  refunds: (OrderRefund & { order_id: string; reference: string })[];
  /** Payments that arrived after the backup that was restored, until the mentor has checked them. */
  unrestored: UnrestoredPayment[];
}

/** A payment that the restored backup does not have. */
export interface UnrestoredPayment {
  id: string;
  provider: PaymentSource;
  provider_payment_id: string;
  order_reference: string;
  /** Null if the order came after the backup, too. */
  order_id: string | null;
  amount_cents: number;
  received_at: string;
  backup_made_at: string;
}

/** The number of orders in each state, and of those that need attention. */
export interface OrderCounts {
  states: Record<OrderState, number>;
  unconfirmed: number;
  unplaced: number;
}

/** `GET /api/orders/sums`: the money of a period by item, without test money. */
export interface OrderSums {
  items: { title: string; orders: number; paid_cents: number; refunded_cents: number }[];
  paid_cents: number;
  refunded_cents: number;
}
