export { sendLeadAnswer } from './automatic-answer.ts';
export { createLeadServices } from './create-lead-services.ts';
export { keepKnownAgreement } from './known-agreement.ts';
export type { LeadDeps, LeadOrders } from './lead-deps.ts';
export { createLeads } from './leads-resource.ts';
export { composeLeadNotice, type NoticeOptions, sendLeadNotice } from './notices.ts';
export { findSubmittedLead, type Lead } from './queries/leads.ts';
export {
  deriveId,
  hasSameContent,
  type LeadToStore,
  leadMailPrefix,
  nameToId,
  noticeKey,
  type Submission,
  submission,
  submissionKey,
  toLead,
  toPayload,
} from './submission.ts';
export { storeLead, submitLead } from './submit-lead.ts';
