import { and, inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#platform/db/executor.ts';
import { isAbout, isOf } from '#platform/db/personal-data.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { customers } from '#platform/db/schema/library-schema.ts';
import { orders } from '#platform/db/schema/order-schema.ts';
import { personRequests } from '#platform/db/schema/person-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { toStoredPhone } from '#rules/phone-number.ts';

interface RowsToCorrect {
  /** The ids of leads, bookings, orders and customers. */
  ids: string[];
  /** The person's current addresses. */
  mailboxes: string[];
}

/** Null fields do not change. */
interface Correction {
  name: string | null;
  email: string | null;
  phone: string | null;
}

/** Corrects records, as new versions, and redirects unsent emails. */
export async function correctRows(
  transaction: Transaction,
  { ids, mailboxes }: RowsToCorrect,
  { name, email, phone }: Correction,
): Promise<void> {
  const changes = {
    ...(name !== null && { name }),
    ...(email !== null && { email }),
    ...(phone !== null && { phone: toStoredPhone(phone) }),
  };
  for (const table of [leads, bookings, orders, customers]) {
    await transaction
      .update<PgTable>(table)
      .set({ ...changes, version: sql`${table.version} + 1` })
      .where(inArray(table.id, ids));
  }
  if (email === null) return;
  await transaction.update(personRequests).set({ email }).where(isOf('requests', mailboxes));
  await transaction
    .update(mailDeliveries)
    .set({ recipient: email, updatedAt: sql`now()` })
    .where(
      and(
        isAbout(mailDeliveries.key, ids),
        isOf('mails', mailboxes),
        inArray(mailDeliveries.status, ['queued', 'failed']),
      ),
    );
}
