import { inArray, sql } from 'drizzle-orm';
import { toStoredPhone } from '#domain/phone-number.ts';
import type { Transaction } from '#server/db/executor.ts';
import { bookings, leads, mailDeliveries, personRequests } from '#server/db/schema.ts';
import { isAbout, leadsTo } from './people.ts';

interface RowsToCorrect {
  /** Ids. */
  leads: string[];
  bookings: string[];
  /** What the person's mails go to so far. */
  mailboxes: string[];
}

/** What is null stays as it is. */
interface Correction {
  name: string | null;
  email: string | null;
  phone: string | null;
}

/** Corrects rows, as new versions, and where their mails go that have not left yet. */
export async function correctRows(
  transaction: Transaction,
  rows: RowsToCorrect,
  { name, email, phone: written }: Correction,
): Promise<void> {
  const phone = written === null ? null : toStoredPhone(written);
  const named = { ...(name !== null && { name }), ...(email !== null && { email }) };
  await transaction
    .update(leads)
    .set({ ...named, ...(phone !== null && { phone }), version: sql`${leads.version} + 1` })
    .where(inArray(leads.id, rows.leads));
  await transaction
    .update(bookings)
    .set({ ...named, ...(phone !== null && { phone }), version: sql`${bookings.version} + 1` })
    .where(inArray(bookings.id, rows.bookings));
  if (email === null) return;
  // So that they are found with the rest.
  await transaction.update(personRequests).set({ email }).where(leadsTo('email', rows.mailboxes));
  await transaction
    .update(mailDeliveries)
    .set({ recipient: email, updatedAt: sql`now()` })
    .where(
      sql`${isAbout(mailDeliveries.key, [...rows.leads, ...rows.bookings])}
        and ${leadsTo('recipient', rows.mailboxes)} and ${mailDeliveries.status} in ('queued', 'failed')`,
    );
}
