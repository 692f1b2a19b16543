export { LeadsTab } from './leads-tab.tsx';
export { ReplyLinks } from './quick-replies.tsx';
export { type Lead, useLeadChanges, useUnanswered } from './use-lead-changes.ts';
