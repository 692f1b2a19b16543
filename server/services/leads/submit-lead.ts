import type { LeadSubmission } from '#domain/lead.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import { idReused } from '#server/errors.ts';
import type { Caller, Limiter } from '#server/limits/limiter.ts';
import { submissionKey } from '#server/services/submissions/submission.ts';
import { type StoreLeadDeps, storeLead } from './store-lead.ts';

/**
 * Shorter than the 10 seconds after which a page stops waiting, so that it hears a clear
 * 503 and falls back. The insert may still happen after that: the fallback allows for it.
 */
const insertTimeoutMs = 6_000;

interface SubmitLeadDeps extends StoreLeadDeps {
  circuit: DatabaseCircuit;
  limiter: Limiter;
}

/**
 * Takes a lead from a form. Repeating it with the same words changes nothing and succeeds.
 * Throws `id-reused` (409) when the id came before with other words, `too-many-requests`
 * (429), `database-unavailable` (503) when the database does not answer in time.
 */
export async function submitLead(
  { circuit, limiter, ...deps }: SubmitLeadDeps,
  { id, ...content }: LeadSubmission,
  visitor: Caller,
): Promise<void> {
  const lead = { kind: 'lead' as const, id, content };
  await limiter.count('submit-lead', visitor, submissionKey(lead));
  const outcome = await circuit.run(
    () => storeLead(deps, { lead, isMailed: false }),
    insertTimeoutMs,
  );
  if (outcome === 'different') throw idReused(id);
}
