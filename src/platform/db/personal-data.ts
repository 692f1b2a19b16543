import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { toAddress } from '#rules/mailbox.ts';
import type { Executor } from './executor.ts';
import { accountEvent, accountToken, user } from './schema/account-schema.ts';
import { bookings } from './schema/booking-schema.ts';
import { leads } from './schema/lead-schema.ts';
import { customers } from './schema/library-schema.ts';
import { orders } from './schema/order-schema.ts';
import { personRequests } from './schema/person-schema.ts';
import { mailDeliveries } from './schema/schema.ts';

/**
 * Every table with visitors' personal data, and the column with their email address. Searching,
 * exporting, correcting and erasing people, repeating erasures after a restore, and retention all
 * use this list. Add new tables with personal data here.
 */
export const personalTables = {
  leads: { table: leads, email: leads.email, madeAt: leads.createdAt },
  bookings: { table: bookings, email: bookings.email, madeAt: bookings.createdAt },
  /** What was paid for is kept without its buyer's name, addresses and details for the invoice. */
  orders: { table: orders, email: orders.email, madeAt: orders.createdAt },
  /** Deleted with what they were given, their browsers and their progress. */
  customers: { table: customers, email: customers.email, madeAt: customers.createdAt },
  requests: { table: personRequests, email: personRequests.email, madeAt: personRequests.askedAt },
  mails: {
    table: mailDeliveries,
    email: mailDeliveries.recipient,
    madeAt: mailDeliveries.createdAt,
  },
  log_entries: { table: accountEvent, email: accountEvent.email, madeAt: accountEvent.at },
  tokens: { table: accountToken, email: accountToken.email, madeAt: accountToken.createdAt },
} as const;
export type PersonalTable = keyof typeof personalTables;

/** Matches rows whose column has one of these values. */
export const isAnyOf = (column: SQL | AnyPgColumn, values: readonly string[], type = 'text'): SQL =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(type)}[])`;

/** Matches rows with one of these email addresses, in any case. */
export const isOf = (kind: PersonalTable, addresses: readonly string[]): SQL =>
  isAnyOf(sql`lower(${personalTables[kind].email})`, addresses);

/** Matches email keys that name one of these records, such as `lead:<id>:notice`. */
export const isAbout = (key: AnyPgColumn, ids: readonly string[]): SQL =>
  isAnyOf(sql`split_part(${key}, ':', 2)`, ids);

/** Returns the addresses of the admin accounts. */
export async function listAccountMailboxes(db: Executor): Promise<string[]> {
  const found = await db.select({ email: user.email }).from(user);
  return found.map(({ email }) => toAddress(email));
}
