import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { phoneTailOf } from '#platform/db/columns.ts';
import { changesOne, type Executor, first, type Transaction } from '#platform/db/executor.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { customers } from '#platform/db/schema/library-schema.ts';
import { toAddress } from '#rules/mailbox.ts';
import { toPhoneNumber, toPhoneTail } from '#rules/phone-number.ts';

export type Customer = typeof customers.$inferSelect;

/** How a customer can be reached, as they or the mentor wrote it. */
export type Contact = Pick<Customer, 'name' | 'email' | 'phone'>;

/** The advisory lock that keeps one person from becoming two customers; an arbitrary number. */
const lockKey = 7_201_149;

export const findCustomer = (db: Executor, id: string): Promise<Customer | undefined> =>
  db.query.customers.findFirst({ where: eq(customers.id, id) });

/**
 * Returns the customer with this email address. Without one, returns the customer with this phone number who has no
 * address either, because people share numbers. The oldest, if several.
 */
export async function findCustomerLike(
  db: Executor,
  { email, phone }: Pick<Contact, 'email' | 'phone'>,
): Promise<Customer | undefined> {
  const oldest = [asc(customers.createdAt), asc(customers.id)];
  if (email !== null)
    return db.query.customers.findFirst({
      where: sql`lower(${customers.email}) = ${toAddress(email)}`,
      orderBy: oldest,
    });
  const number = toPhoneNumber(phone ?? '');
  if (number === undefined) return undefined;
  const alike = await db.query.customers.findMany({
    where: sql`${customers.email} is null and ${phoneTailOf(sql`${customers.phone}`)} = ${toPhoneTail(number)}`,
    orderBy: oldest,
  });
  return alike.find((one) => toPhoneNumber(one.phone ?? '') === number);
}

/** Keeps others from adding customers until the transaction ends. */
export const lockCustomers = (transaction: Transaction) =>
  transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`);

/** Returns the customer with this email address or phone number, or a new one. */
export async function findOrAddCustomer(
  transaction: Transaction,
  contact: Contact,
): Promise<Customer> {
  await lockCustomers(transaction);
  const known = await findCustomerLike(transaction, contact);
  if (known) return known;
  const { name, email, phone } = contact;
  const added = await first(
    transaction.insert(customers).values({ name, email, phone }).returning(),
  );
  if (!added) throw new Error('The database returned no customer');
  return added;
}

/** Returns how a lead can be reached, unless it is in the trash. */
export const findLeadContact = (db: Executor, id: string): Promise<Contact | undefined> =>
  db.query.leads.findFirst({
    columns: { name: true, email: true, phone: true },
    where: and(eq(leads.id, id), isNull(leads.deletedAt)),
  });

/** Ends the earlier private links of a customer in this version. Returns whether it did. */
export const raiseLinkVersion = (db: Executor, id: string, version: number): Promise<boolean> =>
  changesOne(
    db
      .update(customers)
      .set({ linkVersion: sql`${customers.linkVersion} + 1`, version: version + 1 })
      .where(and(eq(customers.id, id), eq(customers.version, version))),
  );
