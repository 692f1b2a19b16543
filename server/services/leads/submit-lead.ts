import type { LeadSubmission } from '#domain/lead.ts';
import { idReused } from '#server/errors.ts';
import type { Caller, Limiter } from '#server/limits/limiter.ts';
import { submissionKey } from '#server/services/submissions/submission.ts';
import { type StoreLeadDeps, storeLead } from './store-lead.ts';

export interface SubmitLeadDeps extends StoreLeadDeps {
  limiter: Limiter;
}

/**
 * Takes a lead from a form. Repeating it with the same words changes nothing and succeeds.
 * Throws `id-reused` (409) when the id came before with other words, `too-many-requests` (429).
 * When the database does not answer in time the insert may still happen: the fallback allows for it.
 */
export async function submitLead(
  { limiter, ...deps }: SubmitLeadDeps,
  { id, ...content }: LeadSubmission,
  visitor: Caller,
): Promise<void> {
  const lead = { kind: 'lead' as const, id, content };
  await limiter.count('submit-lead', visitor, submissionKey(lead));
  const outcome = await storeLead(deps, { lead, isMailed: false });
  if (outcome === 'different') throw idReused(id);
}
