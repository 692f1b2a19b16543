export { sendLeadAnswer } from './automatic-answer.ts';
export { createLeadServices } from './create-lead-services.ts';
export type { LeadDeps, LeadOrders } from './lead-deps.ts';
export { createLeads } from './leads-resource.ts';
export { leadMailPayload } from './mail-payload.ts';
export { composeLeadNotice, type NoticeOptions, sendLeadNotice } from './notices.ts';
export { findSubmittedLead } from './queries/leads.ts';
export { type LeadToStore, leadMailPrefix, toLead } from './stored-lead.ts';
export { storeLead, submitLead } from './submit-lead.ts';
