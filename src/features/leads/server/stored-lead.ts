import { type LeadContent, leadContent } from '#features/leads/rules/lead.ts';
import { toWire } from '#rules/wire.ts';
import type { Lead } from './queries/leads.ts';

/** A lead to be stored, from any source. */
export interface LeadToStore {
  kind: 'lead';
  id: string;
  content: LeadContent;
}

/** Returns the row of a lead as a submission. Throws if it breaks the current rules. */
export const toLead = (row: Lead): LeadToStore => ({
  kind: 'lead',
  id: row.id,
  content: leadContent.parse(toWire(row)),
});

/** The common start of the keys of a lead's emails. */
export const leadMailPrefix = (leadId: string) => `lead:${leadId}:`;
