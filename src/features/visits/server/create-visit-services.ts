import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { createVisitCounter, type VisitCounterOptions } from './create-visit-counter.ts';
import { exportVisits } from './export-visits.ts';
import { readVisits, type VisitReportDeps } from './read-visits.ts';

export type VisitServices = ReturnType<typeof createVisitServices>;

/** Creates the visit counter and its reports. Starts nothing. */
export const createVisitServices = (deps: VisitCounterOptions & VisitReportDeps) => ({
  ...createVisitCounter(deps),
  ...bindUseCases(deps, { readVisits, exportVisits }),
});
