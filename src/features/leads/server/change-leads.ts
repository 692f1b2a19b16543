import type {
  ChangedStates,
  LeadChange,
  LeadState,
  LeadStateChanges,
} from '#features/leads/rules/lead-state.ts';
import type { Database } from '#platform/db/executor.ts';
import { hasAll } from '#platform/db/has-all.ts';
import { editedElsewhere, recordNotFound } from '#platform/errors/errors.ts';
import { toWire } from '#rules/wire.ts';
import { findListedLead, lockLeads, updateLead, updateLeadStates } from './queries/leads.ts';

/**
 * Changes the given fields of a lead, and returns it; repeating it succeeds. Throws 404, and
 * `edited-elsewhere` (409) if it was changed since it was read.
 */
export async function changeLead(
  { db }: { db: Database },
  { id, version, ...changes }: LeadChange & { id: string },
) {
  const changed = await updateLead(db, id, { version, ...changes });
  if (changed) return changed;
  const current = await findListedLead(db, id);
  if (!current) throw recordNotFound();
  if (!hasAll(current, changes)) throw editedElsewhere(toWire(current));
  return current;
}

/** Sets the state of many leads: one state for all existing ones, or a given one for each. */
export const changeLeadStates = (
  { db }: { db: Database },
  changes: LeadStateChanges,
): Promise<ChangedStates> =>
  db.transaction(async (transaction) => {
    const wanted = new Map<string, { state: LeadState; version?: number }>(
      'back' in changes
        ? changes.back.map(({ id, ...rest }) => [id, rest])
        : changes.ids.map((id) => [id, { state: changes.state }]),
    );
    const there = await lockLeads(transaction, [...wanted.keys()]);
    const changed = there.flatMap(({ id, state: previous, version }) => {
      const { state, version: known = version } = wanted.get(id) ?? {};
      if (state === undefined || state === previous || known !== version) return [];
      return [{ id, version: version + 1, state, previous_state: previous }];
    });
    if (changed.length > 0) await updateLeadStates(transaction, changed);
    const found = new Set(there.map(({ id }) => id));
    const moved = new Set(changed.map(({ id }) => id));
    return {
      changed,
      unchanged: [...found].filter((id) => !moved.has(id)),
      gone: [...wanted.keys()].filter((id) => !found.has(id)),
    };
  });
