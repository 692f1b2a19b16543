import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { acceptSubmission, takeLead } from './accept-submission.ts';
import type { SubmissionDeps } from './submission-deps.ts';

export type SubmissionServices = ReturnType<typeof createSubmissionServices>;

/** Creates the use cases that accept submissions, even while the database is unavailable. */
export const createSubmissionServices = (deps: SubmissionDeps) =>
  bindUseCases(deps, { takeLead, acceptSubmission });
