import { eq } from 'drizzle-orm';
import type { Executor } from '#server/db/executor.ts';
import { leads } from '#server/db/schema.ts';

export type Lead = typeof leads.$inferSelect;
export type NewLead = Required<Omit<typeof leads.$inferInsert, 'createdAt'>> & { createdAt?: Date };

/** Inserts a lead unless its id is taken. Answers whether it did. Waits for a rival that is still deciding. */
export async function insertLead(db: Executor, lead: NewLead): Promise<boolean> {
  const inserted = await db
    .insert(leads)
    .values(lead)
    .onConflictDoNothing()
    .returning({ id: leads.id });
  return inserted.length === 1;
}

/** The lead with this id, if there is one. */
export async function findLead(db: Executor, id: string): Promise<Lead | undefined> {
  const [lead] = await db.select().from(leads).where(eq(leads.id, id));
  return lead;
}
