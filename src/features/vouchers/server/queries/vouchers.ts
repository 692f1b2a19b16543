import { and, count, eq, getTableColumns, sql } from 'drizzle-orm';
import type { NewVoucher } from '#features/vouchers/rules/voucher.ts';
import { mailboxOf } from '#platform/db/columns.ts';
import { type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { listByKey } from '#platform/db/keyset.ts';
import { orders } from '#platform/db/schema/order-schema.ts';
import { type VoucherRow, vouchers } from '#platform/db/schema/voucher-schema.ts';
import type { PageQuery } from '#rules/list-page.ts';
import { toMailbox } from '#rules/mailbox.ts';

/**
 * Matches orders that use their voucher: those that are paid, or can still be. An expired order of a session
 * still takes money until the session is cancelled.
 */
const isUse = sql`(${orders.state} not in ('expired', 'cancelled') or (${orders.state} = 'expired' and ${orders.bookingId} is not null))`;

const ofVoucher = sql`from ${orders} where ${orders.voucherId} = ${vouchers.id} and ${isUse}`;

const columns = {
  ...getTableColumns(vouchers),
  uses: sql<number>`(select count(*)::int ${ofVoucher})`.as('uses'),
  /** What its uses took off, and what is left to pay or paid of their orders. */
  discountCents:
    sql<number>`(select coalesce(sum((${orders.item} -> 'voucher' ->> 'discountCents')::int), 0)::float8 ${ofVoucher})`
      .mapWith(Number)
      .as('discount_cents'),
  orderCents: sql<number>`(select coalesce(sum(${orders.amountCents}), 0)::float8 ${ofVoucher})`
    .mapWith(Number)
    .as('order_cents'),
};

/** A voucher with its uses. */
export type UsedVoucher = VoucherRow & { uses: number; discountCents: number; orderCents: number };

/** Reads a page of vouchers, newest first. */
export const listVoucherRows = (db: Executor, page: PageQuery) =>
  listByKey(db, { table: vouchers, columns, newest: vouchers.createdAt }, page);

/** Lists all vouchers that are not switched off. */
export const listOpenVouchers = (db: Executor): Promise<UsedVoucher[]> =>
  db.select(columns).from(vouchers).where(sql`${vouchers.switchedOffAt} is null`);

/** Returns a voucher, if there is one. */
export const findVoucher = (db: Executor, id: string): Promise<UsedVoucher | undefined> =>
  first(db.select(columns).from(vouchers).where(eq(vouchers.id, id)));

/** Locks the voucher with a code until the transaction ends, and returns it with its uses. */
export async function lockVoucher(
  transaction: Transaction,
  code: string,
): Promise<UsedVoucher | undefined> {
  const locked = await first(
    transaction
      .select({ id: vouchers.id })
      .from(vouchers)
      .where(eq(vouchers.code, code))
      .for('update'),
  );
  // Another statement, which sees the orders of the transactions that had the lock before.
  return locked && findVoucher(transaction, locked.id);
}

/** Counts the uses of a voucher by the mailbox of an email address. */
export async function countUsesBy(
  transaction: Transaction,
  voucherId: string,
  email: string,
): Promise<number> {
  const isBuyer = sql`${mailboxOf(sql`${orders.email}`)} = ${toMailbox(email)}`;
  const [found] = await transaction
    .select({ uses: count() })
    .from(orders)
    .where(and(eq(orders.voucherId, voucherId), isUse, isBuyer));
  return found?.uses ?? 0;
}

/** Inserts a voucher unless its id or code has one. Returns whether it did. */
export async function insertVoucher(db: Executor, voucher: NewVoucher): Promise<boolean> {
  const { rowCount } = await db.insert(vouchers).values(voucher).onConflictDoNothing();
  return rowCount === 1;
}

/** Returns the id of the voucher with a code, if there is one. */
export const findVoucherOfCode = (db: Executor, code: string) =>
  first(db.select({ id: vouchers.id }).from(vouchers).where(eq(vouchers.code, code)));

/** Locks a voucher until the transaction ends. */
export const lockVoucherRow = (transaction: Transaction, id: string) =>
  first(transaction.select().from(vouchers).where(eq(vouchers.id, id)).for('update'));

/** Changes a locked voucher. */
export const updateVoucher = (
  transaction: Transaction,
  id: string,
  change: Partial<Omit<NewVoucher, 'id'>> & { switchedOffAt?: Date | null },
) =>
  transaction
    .update(vouchers)
    .set({ ...change, version: sql`${vouchers.version} + 1` })
    .where(eq(vouchers.id, id));
