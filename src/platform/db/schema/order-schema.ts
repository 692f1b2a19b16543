import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { StoredDocument } from '#features/documents/rules/index.ts';
import { moneyChoices, type OrderItem, orderStates } from '#features/orders/rules/index.ts';
import { notificationStates, refundStates } from '#features/payments/rules/index.ts';
import { createdAt, id, instant, oneOf, version } from '#platform/db/columns.ts';
import { paymentSources, providerNames } from '#rules/payment-methods.ts';
import { customers } from './library-schema.ts';
import { vouchers } from './voucher-schema.ts';

/* What is sold, and the money for it: always whole cents of rand. */

export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** As people read it aloud, and as bank statements show it. */
    reference: text('reference').notNull().unique(),
    state: text('state', { enum: orderStates }).notNull().default('awaiting'),
    item: jsonb('item').$type<OrderItem>().notNull(),
    /** What is to be paid, after the voucher. */
    amountCents: integer('amount_cents').notNull(),
    voucherId: uuid('voucher_id').references(() => vouchers.id),
    /** What is allocated to it; unallocated money is not in it. */
    paidCents: integer('paid_cents').notNull().default(0),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** No references: courses, leads and bookings are deleted on their own. */
    courseId: uuid('course_id'),
    leadId: uuid('lead_id'),
    bookingId: uuid('booking_id'),
    /** Who bought it, once money has come or the library has made the order. Null once they were erased. */
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    /** Null once the person was erased, as are the next two. */
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    /** Their name in letters that documents can show, if it is in others. Erased with the person. */
    buyerName: text('buyer_name'),
    /** What the buyer wants on a tax invoice. Erased with the person. */
    buyerCompany: text('buyer_company'),
    /** With line breaks. */
    buyerAddress: text('buyer_address'),
    buyerVatNumber: text('buyer_vat_number'),
    /** When the buyer of a digital product chose immediate delivery. */
    startNowAt: instant('start_now_at'),
    /** When the buyer said that the transfer is made. */
    paymentReportedAt: instant('said_paid_at'),
    /** What the buyer wants for money that the order did not take. Counts only while there is such money. */
    moneyChoice: text('money_choice', { enum: moneyChoices }),
    moneyChoiceAt: instant('money_choice_at'),
    expiresAt: instant('expires_at'),
    /** When the mentor last reminded the buyer to pay. */
    remindedAt: instant('reminded_at'),
    createdAt: createdAt(),
    /** When nothing was left to pay. Null while it is partly paid. */
    paidAt: instant('paid_at'),
    cancelledAt: instant('cancelled_at'),
    isTest: boolean('is_test').notNull().default(false),
    version: version(),
  },
  (table) => [
    uniqueIndex('orders_lead_id_idx').on(table.leadId),
    uniqueIndex('orders_booking_id_idx').on(table.bookingId),
    index('orders_customer_id_idx').on(table.customerId),
    index('orders_voucher_id_idx').on(table.voucherId),
    index('orders_created_at_idx').on(table.createdAt, table.id),
    index('orders_state_created_at_idx').on(table.state, table.createdAt, table.id),
    index('orders_expires_at_idx').on(table.expiresAt).where(sql`state = 'awaiting'`),
    index('orders_email_idx').on(sql`lower(${table.email})`),
    check('orders_state', sql`${table.state} in (${oneOf(orderStates)})`),
    check('orders_money_choice', sql`${table.moneyChoice} in (${oneOf(moneyChoices)})`),
    check('orders_amount', sql`${table.amountCents} >= 0`),
    check(
      'orders_money',
      sql`${table.paidCents} between 0 and ${table.amountCents} and ${table.refundedCents} between 0 and ${table.paidCents}`,
    ),
    check(
      'orders_state_money',
      sql`case ${table.state} when 'paid' then (${table.paidCents} > 0 or ${table.amountCents} = 0) and ${table.refundedCents} = 0 when 'partly-refunded' then ${table.refundedCents} between 1 and ${table.paidCents} - 1 when 'refunded' then ${table.paidCents} > 0 and ${table.refundedCents} = ${table.paidCents} when 'expired' then ${table.paidCents} = 0 else (${table.paidCents} < ${table.amountCents} or ${table.amountCents} = 0) and ${table.refundedCents} = 0 end`,
    ),
    check(
      'orders_paid_at',
      sql`case when ${table.paidAt} is null then ${table.state} <> 'paid' else ${table.paidCents} > 0 or ${table.amountCents} = 0 end`,
    ),
  ],
);
export type OrderRow = typeof orders.$inferSelect;

/**
 * What an order asks for, and when. Its allocated money fills them in their order, so how much of each is paid is
 * not stored. An order from before this table has none: it asks for its whole amount.
 */
export const dues = pgTable(
  'dues',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** From 1. */
    number: integer('number').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** A day of the mentor’s calendar. Null for the first, which is due when its order is. */
    dueOn: date('due_on'),
    /** When the allocated money covered it. */
    paidAt: instant('paid_at'),
    /** What the mentor does not ask for any more. */
    waivedCents: integer('waived_cents').notNull().default(0),
    waivedAt: instant('waived_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.number] }),
    index('dues_due_on_idx').on(table.dueOn).where(sql`paid_at is null and waived_at is null`),
    check('dues_number', sql`${table.number} > 0`),
    check('dues_amount', sql`${table.amountCents} > 0`),
    check('dues_waived', sql`${table.waivedCents} between 0 and ${table.amountCents}`),
  ],
);
export type DueRow = typeof dues.$inferSelect;

/** Money that came, each once, by the provider's own name for it. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text('provider', { enum: paymentSources }).notNull(),
    providerPaymentId: text('provider_payment_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    refundedCents: integer('refunded_cents').notNull().default(0),
    receivedAt: instant('received_at').notNull().defaultNow(),
    /** When the provider confirmed it; null for what the mentor says. */
    verifiedAt: instant('verified_at'),
    /** It arrived when the order took none, so the mentor decides about it. */
    isUnallocated: boolean('is_unplaced').notNull().default(false),
    isTest: boolean('is_test').notNull().default(false),
    /** The mentor's own words. */
    note: text('note'),
    /** The email of the account that marked the order as paid. */
    markedBy: text('marked_by'),
    /** When that was taken back. */
    undoneAt: instant('undone_at'),
  },
  (table) => [
    unique('payments_provider_id').on(table.provider, table.providerPaymentId),
    index('payments_order_id_idx').on(table.orderId),
    index('payments_received_at_idx').on(table.receivedAt),
    check('payments_provider', sql`${table.provider} in (${oneOf(paymentSources)})`),
    check('payments_amount', sql`${table.amountCents} > 0`),
    check('payments_refunded', sql`${table.refundedCents} between 0 and ${table.amountCents}`),
  ],
);

/**
 * What providers have told the site: stored before it is answered, believed once it is verified. The body
 * and the headers are blanked then, because they name people.
 */
export const paymentNotifications = pgTable(
  'payment_notifications',
  {
    id: id(),
    provider: text('provider', { enum: providerNames }).notNull(),
    body: text('body').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    /** Of the body and the headers: the same again is the same notification. */
    digest: text('digest').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    state: text('state', { enum: notificationStates }).notNull().default('pending'),
    code: text('code'),
    reason: text('reason'),
    orderReference: text('order_reference'),
    providerPaymentId: text('provider_payment_id'),
    attempts: integer('attempts').notNull().default(0),
    settledAt: instant('settled_at'),
    /** When its order would have ended, had the notification not extended it. */
    endBefore: instant('end_before'),
  },
  (table) => [
    unique('payment_notifications_digest').on(table.provider, table.digest),
    index('payment_notifications_state_idx').on(table.state, table.receivedAt, table.id),
    index('payment_notifications_order_reference_idx').on(table.orderReference),
    check('payment_notifications_provider', sql`${table.provider} in (${oneOf(providerNames)})`),
    check('payment_notifications_state', sql`${table.state} in (${oneOf(notificationStates)})`),
  ],
);

/** How many notifications with a wrong signature arrived on a day (UTC). Nothing that they say is stored. */
export const forgedNotifications = pgTable(
  'forged_notifications',
  {
    provider: text('provider', { enum: providerNames }).notNull(),
    day: date('day').notNull(),
    count: integer('count').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.day] })],
);

/** Payments that a client disputes with the bank. */
export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    providerDisputeId: text('provider_dispute_id').notNull(),
    /** When the mentor has to have answered, if the provider says so. */
    dueAt: instant('due_at'),
    openedAt: instant('opened_at').notNull(),
    resolvedAt: instant('resolved_at'),
  },
  (table) => [unique('payment_disputes_provider_id').on(table.paymentId, table.providerDisputeId)],
);

/** Files that buyers sent as proof of a transfer. They prove nothing, so no state depends on them. */
export const paymentProofs = pgTable(
  'payment_proofs',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** In the storage. */
    path: text('path').notNull().unique(),
    /** In bytes. */
    size: integer('size').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('payment_proofs_order_id_idx').on(table.orderId)],
);

/** Money that went back. The row is there before the provider is asked: an answer may be lost. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amountCents: integer('amount_cents').notNull(),
    providerRefundId: text('provider_refund_id'),
    state: text('state', { enum: refundStates }).notNull().default('unknown'),
    /** What the provider said where it did not refund. */
    message: text('message'),
    createdAt: createdAt(),
    /** When it was booked. Null on refunds from before this column, which were booked when they were created. */
    bookedAt: instant('booked_at'),
    /** Whether it takes back access although it is for a part only. */
    endsAccess: boolean('ends_access').notNull().default(false),
    createdBy: text('created_by').notNull(),
    /** The reason, printed on the credit note. */
    note: text('note'),
  },
  (table) => [
    index('refunds_payment_id_idx').on(table.paymentId),
    index('refunds_created_at_idx').on(table.createdAt),
    check('refunds_state', sql`${table.state} in (${oneOf(refundStates)})`),
    check('refunds_amount', sql`${table.amountCents} > 0`),
  ],
);

/** Receipts, tax invoices and credit notes: what they say, from which the PDF is written again alike. */
export const documents = pgTable(
  'papers',
  {
    number: text('number').primaryKey(),
    kind: text('kind').$type<StoredDocument['kind']>().notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** The payment of a receipt. Null on credit notes, and on receipts from before this column. */
    paymentId: uuid('payment_id').references(() => payments.id, { onDelete: 'set null' }),
    issuedAt: instant('issued_at').notNull(),
    data: jsonb('data').$type<StoredDocument>().notNull(),
  },
  (table) => [index('papers_order_id_idx').on(table.orderId)],
);

/** The last number of each series and year. Locked until the document is there, so that no number is missing. */
export const documentSeries = pgTable(
  'paper_series',
  {
    series: text('series').notNull(),
    year: integer('year').notNull(),
    lastNumber: integer('last_number').notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.year] })],
);

/** Payments that came after the backup that was restored, as the data folder knows them: the mentor checks each. */
export const unrestoredPayments = pgTable(
  'unrestored_payments',
  {
    id: id(),
    provider: text('provider', { enum: paymentSources }).notNull(),
    providerPaymentId: text('provider_payment_id').notNull(),
    orderReference: text('order_reference').notNull(),
    amountCents: integer('amount_cents').notNull(),
    receivedAt: instant('received_at').notNull(),
    backupMadeAt: instant('backup_made_at').notNull(),
    checkedAt: instant('checked_at'),
  },
  (table) => [
    unique('unrestored_payments_provider_id').on(table.provider, table.providerPaymentId),
    index('unrestored_payments_open_idx')
      .on(table.receivedAt, table.id)
      .where(sql`checked_at is null`),
  ],
);

/** Lines of bank statements that were recorded, none of them twice, and those that are not for an order. */
export const statementLines = pgTable('statement_lines', {
  fingerprint: text('fingerprint').primaryKey(),
  /** Null if the mentor marked the line as not for an order. */
  orderId: uuid('order_id').references(() => orders.id),
  amountCents: integer('amount_cents').notNull(),
  day: date('day').notNull(),
  importedAt: instant('imported_at').notNull().defaultNow(),
  /** The email of the account that confirmed it. */
  bookedBy: text('booked_by').notNull(),
});
