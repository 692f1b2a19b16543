import { randomUUID } from 'node:crypto';
import type { LeadContent } from '#domain/lead.ts';
import { AppError, describeError } from '#server/errors.ts';
import type { Caller } from '#server/limits/limiter.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { acceptSubmission } from '#server/services/submissions/accept-submission.ts';
import { submitLead } from './submit-lead.ts';

/** Takes a lead that came without JavaScript as the page's script would: stores it, or else journals it. */
export async function takeLead(
  deps: ServiceDeps,
  content: LeadContent,
  visitor: Caller,
): Promise<void> {
  const id = randomUUID();
  try {
    await submitLead(deps, { id, ...content }, visitor);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) throw error;
    deps.log.warn({ reason: describeError(error) }, 'A lead could not be stored; falling back');
    await acceptSubmission(deps, { kind: 'lead', id, content }, visitor);
  }
}
