import { eq } from 'drizzle-orm';
import type { Executor } from '#platform/db/executor.ts';
import { customers } from '#platform/db/schema/library-schema.ts';

export type Customer = typeof customers.$inferSelect;

export const findCustomer = (db: Executor, id: string): Promise<Customer | undefined> =>
  db.query.customers.findFirst({ where: eq(customers.id, id) });
