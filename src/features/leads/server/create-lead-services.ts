import {
  type LeadFilter,
  type LeadQuery,
  sumLeadCounts,
} from '#features/leads/rules/lead-group.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import * as changes from './change-leads.ts';
import * as deletions from './delete-leads.ts';
import { exportLeads } from './export-leads.ts';
import type { LeadDeps } from './lead-deps.ts';
import { listReplies } from './list-replies.ts';
import { countLeads, listLeads } from './queries/leads.ts';
import { submitLead } from './submit-lead.ts';

export type LeadServices = ReturnType<typeof createLeadServices>;

/** Creates the use cases of leads. */
export const createLeadServices = (deps: LeadDeps) => ({
  ...bindUseCases(deps, {
    submitLead,
    ...changes,
    ...deletions,
    listReplies,
    exportLeads,
  }),
  listLeads: (query: LeadQuery) => listLeads(deps.db, query),
  countLeads: async (filter: LeadFilter) =>
    sumLeadCounts(await countLeads(deps.db, filter), filter),
});
