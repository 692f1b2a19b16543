import { cancelDeliveries } from '#features/mail/server/index.ts';
import type { Database } from '#platform/db/executor.ts';
import { recordNotFound } from '#platform/errors/errors.ts';
import { lockLeads, trashLeads } from './queries/leads.ts';
import { leadMailPrefix } from './stored-lead.ts';

interface DeletionDeps {
  db: Database;
  now: () => Date;
}

/**
 * Moves existing leads to the trash, and cancels their unsent notices. Returns the ids of the
 * missing ones.
 */
export const deleteLeads = (
  { db, now }: DeletionDeps,
  { ids }: { ids: string[] },
): Promise<string[]> =>
  db.transaction(async (transaction) => {
    const there = (await lockLeads(transaction, ids)).map(({ id }) => id);
    await trashLeads(transaction, there, now());
    await cancelDeliveries(transaction, ...there.map(leadMailPrefix));
    return ids.filter((id) => !there.includes(id));
  });

/** Deletes one lead in the same way. Throws 404. */
export async function deleteLead(deps: DeletionDeps, { id }: { id: string }): Promise<void> {
  const gone = await deleteLeads(deps, { ids: [id] });
  if (gone.length > 0) throw recordNotFound();
}
