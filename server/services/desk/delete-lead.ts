import { removeLead } from '#server/db/queries/leads.ts';
import { anonymiseDeliveries } from '#server/db/queries/mail-deliveries.ts';
import { deskTimeoutMs, recordNotFound } from '#server/services/records/record-deps.ts';
import type { DeskDeps } from './desk-deps.ts';

/**
 * Deletes a lead for good: a notice that is still owed goes with it, and nothing remembers
 * whom it was about. Throws 404, `database-unavailable` (503).
 */
export const deleteLead = ({ db, circuit }: DeskDeps, { id }: { id: string }): Promise<void> =>
  circuit.run(
    () =>
      db.transaction(async (transaction) => {
        if (!(await removeLead(transaction, id))) throw recordNotFound();
        await anonymiseDeliveries(transaction, `lead:${id}:`);
      }),
    deskTimeoutMs,
  );
